import { useTranslation } from 'react-i18next';
import styles from './Board.module.css';
import { type BoardLayout, COLUMNS, cellBox, ROWS, turned } from './geometry.ts';
import type { Interaction } from './interaction.ts';
import { cellLabel } from './labels.ts';
import { type BoardModel, type Point, samePoint, squareIndex, type Terrain } from './types.ts';

interface BoardCellsProps {
  model: BoardModel;
  layout: BoardLayout;
  flipped: boolean;
  hand: Interaction;
  focus: Point;
  terrain: (at: Point) => Terrain;
  onFocusCell: (at: Point) => void;
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The squares as a grid for keyboard and screen reader, in the order in which the eye sees them. */
export function BoardCells(props: BoardCellsProps) {
  const { model, layout, flipped, hand, focus, terrain, onFocusCell } = props;
  const { selected, press } = hand;
  const blockers = (selected && model.blockers.get(squareIndex(selected))) ?? [];
  const { t } = useTranslation();
  const cell = (view: Point) => {
    const at = turned(view, flipped);
    const { left, top, width, height } = cellBox(layout, view);
    return (
      // biome-ignore lint/a11y/useSemanticElements: squares are placed in percent, a table cannot do that
      <div
        key={view.x}
        role="gridcell"
        tabIndex={samePoint(at, focus) ? 0 : -1}
        aria-label={cellLabel(t, model, selected, at, terrain(at))}
        aria-selected={samePoint(at, selected)}
        data-cell={`${at.x},${at.y}`}
        className={styles.cell}
        style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
        onFocus={() => onFocusCell(at)}
      >
        {blockers.some((blocker) => samePoint(blocker, at)) && (
          <i className={styles.cross} data-mark="blocked" data-shown={press?.touch} />
        )}
      </div>
    );
  };
  return indices(ROWS).map((y) => (
    // biome-ignore lint/a11y/useSemanticElements: as the squares in it
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on squares, never on rows
    <div key={y} role="row" className={styles.row}>
      {indices(COLUMNS).map((x) => cell({ x, y }))}
    </div>
  ));
}
