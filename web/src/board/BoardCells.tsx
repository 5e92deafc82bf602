import { type KeyboardEvent, memo } from 'react';
import styles from './Board.module.css';
import { CrossMark } from './Crosses.tsx';
import { type BoardLayout, COLUMNS, cellBox, ROWS, turned } from './geometry.ts';
import { cellLabel, placementLabel, shapesLabel } from './labels.ts';
import type { BoardShape } from './shapes.ts';
import { t } from './texts.ts';
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
  const { placing, drawable, layout, onFocusCell, onKeyDown } = props;
  const hints = [t(placing ? 'hintPlacing' : 'hint'), drawable && t('hintDrawing')];
  return (
    // biome-ignore lint/a11y/useSemanticElements: squares are placed in percent, a table cannot do that
    <div
      role="grid"
      aria-label={t('label')}
      aria-description={hints.filter(Boolean).join(t('join'))}
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
            <StillCell key={x} {...{ x, y, layout, onFocusCell }} {...stateOf(props, { x, y })} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** What a square shows and says, in plain values: one that stays as it is, is not drawn again. */
interface CellState {
  /** The square as the game names it. */
  name: string;
  label: string;
  selected: boolean;
  reachable: boolean;
  /** Bars a jump of the selected piece: seen while a finger is down, or by the pointer. */
  barring: 'shown' | 'hidden' | null;
}

/** `place` is where the square is as the eye sees it. */
function stateOf(props: BoardCellsProps, place: Point): CellState {
  const { model, flipped, view, shapes, placing, focus, terrain } = props;
  const { selected, touching } = view;
  const at = turned(place, flipped);
  const blockers = (selected && model.blockers.get(squareIndex(selected))) ?? [];
  const isBarring = blockers.some((blocker) => samePoint(blocker, at));
  const label = [
    cellLabel(model, selected, at, terrain(at)),
    placing && placementLabel(placing, at),
    shapesLabel(shapes, at),
  ];
  return {
    name: `${at.x},${at.y}`,
    label: label.filter(Boolean).join(t('join')),
    selected: samePoint(at, selected),
    reachable: samePoint(at, focus),
    barring: isBarring ? (touching ? 'shown' : 'hidden') : null,
  };
}

interface CellProps extends CellState, Pick<BoardCellsProps, 'layout' | 'onFocusCell'> {
  /** Where the square is as the eye sees it. */
  x: number;
  y: number;
}

function Cell({ x, y, layout, name, label, selected, reachable, barring, onFocusCell }: CellProps) {
  const { left, top, width, height } = cellBox(layout, { x, y });
  const [column = 0, row = 0] = name.split(',').map(Number);
  return (
    // biome-ignore lint/a11y/useSemanticElements: squares are placed in percent, a table cannot do that
    <div
      role="gridcell"
      tabIndex={reachable ? 0 : -1}
      aria-label={label}
      aria-selected={selected}
      data-cell={name}
      className={styles.cell}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
      onFocus={() => onFocusCell({ x: column, y: row })}
    >
      {barring && (
        <span className={styles.barring} data-mark="blocked" data-shown={barring === 'shown'}>
          <CrossMark />
        </span>
      )}
    </div>
  );
}

const StillCell = memo(Cell);
