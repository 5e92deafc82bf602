import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Board.module.css';
import { type BoardLayout, COLUMNS, cellBox, ROWS, turned } from './geometry.ts';
import { cellLabel, placementLabel, shapesLabel } from './labels.ts';
import type { BoardShape } from './shapes.ts';
import { type BoardModel, type Point, samePoint, squareIndex, type Terrain } from './types.ts';
import type { HandView } from './use-hand.ts';
import type { Placing } from './use-placing.ts';

interface BoardCellsProps {
  model: BoardModel;
  layout: BoardLayout;
  flipped: boolean;
  view: HandView;
  shapes: readonly BoardShape[];
  drawable: boolean;
  placing: Placing | null;
  focus: Point;
  terrain: (at: Point) => Terrain;
  onFocusCell: (at: Point) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The squares as a grid for keyboard and screen reader, in the order in which the eye sees them. */
export function BoardCells(props: BoardCellsProps) {
  const { placing, drawable, onKeyDown } = props;
  const { t } = useTranslation();
  const hints = [t(placing ? 'board.hintPlacing' : 'board.hint'), drawable && t('board.hintDrawing')];
  return (
    // biome-ignore lint/a11y/useSemanticElements: squares are placed in percent, a table cannot do that
    <div
      role="grid"
      aria-label={t('board.label')}
      aria-description={hints.filter(Boolean).join(t('board.join'))}
      aria-rowcount={ROWS}
      aria-colcount={COLUMNS}
      className={styles.grid}
      onKeyDown={onKeyDown}
    >
      {indices(ROWS).map((y) => (
        // biome-ignore lint/a11y/useSemanticElements: as the squares in it
        // biome-ignore lint/a11y/useFocusableInteractive: the focus is on squares, never on rows
        <div key={y} role="row" className={styles.row}>
          {indices(COLUMNS).map((x) => (
            <Cell key={x} {...props} place={{ x, y }} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface CellProps extends BoardCellsProps {
  /** Where the square is as the eye sees it. */
  place: Point;
}

function Cell(props: CellProps) {
  const { place, model, layout, flipped, view, shapes, placing, focus, terrain, onFocusCell } = props;
  const { selected, touching } = view;
  const { t } = useTranslation();
  const at = turned(place, flipped);
  const { left, top, width, height } = cellBox(layout, place);
  const blockers = (selected && model.blockers.get(squareIndex(selected))) ?? [];
  const label = [
    cellLabel(t, model, selected, at, terrain(at)),
    placing && placementLabel(t, placing, at),
    shapesLabel(t, shapes, at),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: squares are placed in percent, a table cannot do that
    <div
      role="gridcell"
      tabIndex={samePoint(at, focus) ? 0 : -1}
      aria-label={label.filter(Boolean).join(t('board.join'))}
      aria-selected={samePoint(at, selected)}
      data-cell={`${at.x},${at.y}`}
      className={styles.cell}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
      onFocus={() => onFocusCell(at)}
    >
      {blockers.some((blocker) => samePoint(blocker, at)) && (
        <i className={styles.cross} data-mark="blocked" data-shown={touching} />
      )}
    </div>
  );
}
