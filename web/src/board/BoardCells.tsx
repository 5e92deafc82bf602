import { type KeyboardEvent, memo } from 'react';
import board from './Board.module.css';
import styles from './Crosses.module.css';
import { type BoardLayout, boardSize, COLUMNS, cellBox, cellCenter, ROWS, turned } from './geometry.ts';
import { cellLabel, placementLabel, shapesLabel } from './labels.ts';
import type { BoardShape } from './shapes.ts';
import { t } from './texts.ts';
import { type BoardModel, type Cross, type Point, samePoint, squareIndex, type Terrain } from './types.ts';
import type { HandView } from './use-hand.ts';
import type { Placing } from './use-placing.ts';

interface BoardCellsProps {
  model: BoardModel;
  goal: Point | null;
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

/** The squares as a grid for keyboard and screen readers, in displayed order. */
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
      className={board.grid}
      onKeyDown={onKeyDown}
    >
      {indices(ROWS).map((y) => (
        // biome-ignore lint/a11y/useSemanticElements: as the squares in it
        // biome-ignore lint/a11y/useFocusableInteractive: the focus is on squares, never on rows
        <div key={y} role="row" className={board.row}>
          {indices(COLUMNS).map((x) => (
            <StillCell key={x} {...{ x, y, layout, onFocusCell }} {...stateOf(props, { x, y })} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** State of a square as plain values, so that an unchanged square does not render again. */
interface CellState {
  /** Label of the square for screen readers. */
  name: string;
  label: string;
  selected: boolean;
  reachable: boolean;
  /** The piece on it blocks a jump of the selected piece: shown while a finger is down, else on hover. */
  barring: 'shown' | 'hidden' | null;
}

/** `place`: displayed position of the square. */
function stateOf(props: BoardCellsProps, place: Point): CellState {
  const { model, goal, flipped, view, shapes, placing, focus, terrain } = props;
  const { selected, touching } = view;
  const at = turned(place, flipped);
  const blockers = (selected && model.blockers.get(squareIndex(selected))) ?? [];
  const isBarring = blockers.some((blocker) => samePoint(blocker, at));
  const label = [
    cellLabel(model, selected, at, terrain(at)),
    samePoint(goal, at) && t('goal'),
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
  /** Displayed column. */
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
      className={board.cell}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
      onFocus={() => onFocusCell({ x: column, y: row })}
    >
      {barring && (
        <span className={board.barring} data-mark="blocked" data-shown={barring === 'shown'}>
          <CrossMark />
        </span>
      )}
    </div>
  );
}

const StillCell = memo(Cell);

/** A dark disc with a cream cross, centered in its box. */
function CrossMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.mark}>
      <circle cx="12" cy="12" r="11.2" className={styles.disc} />
      <path d="M7.8 7.8l8.4 8.4M16.2 7.8l-8.4 8.4" className={styles.lines} />
    </svg>
  );
}

interface CrossesProps {
  crosses: readonly Cross[];
  layout: BoardLayout;
  flipped: boolean;
}

/** Crosses at the cause of a refused move: on a piece, or on the border of two squares. */
export function Crosses({ crosses, layout, flipped }: CrossesProps) {
  return crosses.map((cross) => {
    const { left, top } = placeOf(cross, layout, flipped);
    return (
      <span
        key={squareIndex(cross.at)}
        data-mark="cross"
        data-at={[cross.at, cross.from].flatMap((at) => (at ? [`${at.x},${at.y}`] : [])).join(' from ')}
        aria-hidden="true"
        className={styles.cross}
        style={{ left: `${left}%`, top: `${top}%` }}
      >
        <CrossMark />
      </span>
    );
  });
}

/** Center of a cross in percent of the board: the center of the square, or of its edge towards `from`. */
function placeOf({ at, from }: Cross, layout: BoardLayout, flipped: boolean) {
  const { width, height } = boardSize(layout);
  const x = at.x + (from ? Math.sign(from.x - at.x) / 2 : 0);
  const y = at.y + (from ? Math.sign(from.y - at.y) / 2 : 0);
  const { left, top } = cellCenter(layout, { x, y }, flipped);
  return { left: (left / width) * 100, top: (top / height) * 100 };
}
