import { type CSSProperties, type RefObject, useLayoutEffect } from 'react';
import { cx } from '../ui/cx.ts';
import styles from './Board.module.css';
import { BoardCells } from './BoardCells.tsx';
import { Coordinates, TurnLight } from './BoardFrame.tsx';
import { BoardMarks } from './BoardMarks.tsx';
import { BoardPieces } from './BoardPieces.tsx';
import { BoardShapes } from './BoardShapes.tsx';
import { CarriedPiece } from './CarriedPiece.tsx';
import { pieceOn } from './elements.ts';
import { boardSize } from './geometry.ts';
import { shakeIllegal } from './motion.ts';
import type { BoardShape, ShapeColour } from './shapes.ts';
import type { BoardTheme } from './theme.ts';
import type { BoardModel, Point, Side, Terrain } from './types.ts';
import { useBoard } from './use-board.ts';
import type { Placing } from './use-placing.ts';

export interface BoardProps {
  model: BoardModel;
  theme: BoardTheme;
  /** Blue's end is below. */
  flipped: boolean;
  terrain: (at: Point) => Terrain;
  /** Side to move, version and half-moves of the shown position, for those who watch the page from outside. */
  turn: Side;
  version: number;
  ply: number;
  /** The last move in words, for the screen reader. */
  announcement: string;
  /** A game runs: whoever's turn comes, that side's den lights up. */
  running?: boolean;
  /** Shown pale, with something else in front. */
  dimmed?: boolean;
  /** A move that was refused from outside: its piece shakes once for each `id`. */
  refused?: { at: Point; id: number } | null;
  /** Arrows and marked squares over the position. */
  shapes?: readonly BoardShape[];
  /** The right mouse button draws arrows and marks, and the key M marks the square with the focus. */
  drawable?: boolean;
  /** On a drawable board: every press draws in this colour, a finger's too; null while presses are for pieces. */
  pen?: ShapeColour | null;
  /** A shape was drawn. Drawn a second time it is meant to go: see `toggleShape`. */
  onDraw?: (shape: BoardShape) => void;
  /** Pieces are set up freely (`usePlacing`), and not moved: the model's legal moves are not looked at. */
  placing?: Placing | null;
  onMove: (from: Point, to: Point) => void;
  /** Somebody tried to go where the piece may not go. */
  onIllegal: (from: Point, to: Point) => void;
  /** Any press, a right click too, or Escape lets a planned move go. */
  onUnplan: () => void;
}

const NO_SHAPES: readonly BoardShape[] = [];

/** A board that knows no rules: it shows a position with the moves it is given and reports what hands do. */
export function Board(props: BoardProps) {
  const { theme, flipped, terrain, turn, shapes = NO_SHAPES, placing = null } = props;
  const { layout } = theme;
  const { root, model, view, draft, dropped, focus, handlers, onFocusCell, onKeyDown } = useBoard(props);
  useRefusal(root, props.refused);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside is what keyboards and readers use
    <div
      ref={root}
      {...outsideData(props)}
      className={cx(styles.board, props.dimmed && styles.dimmed, isLive(props) && styles.live)}
      style={lookOf(theme)}
      {...handlers}
      onContextMenu={(event) => event.preventDefault()}
    >
      <img
        className={cx(styles.picture, flipped && theme.allowFlip && styles.turned)}
        src={`/themes/${theme.id}/board.webp`}
        alt=""
        draggable={false}
      />
      {props.running && <TurnLight key={turn} {...{ turn, flipped, theme }} />}
      <BoardMarks {...{ model, layout, flipped, terrain, view }} />
      <BoardPieces {...{ root, model, theme, flipped, dropped, view }} />
      <BoardShapes {...{ shapes, draft, layout, flipped }} />
      <BoardCells
        {...{ model, layout, flipped, terrain, view, shapes, placing, focus, onFocusCell, onKeyDown }}
        drawable={props.drawable ?? false}
      />
      <Coordinates layout={layout} flipped={flipped} />
      <div className="visually-hidden" aria-live="polite">
        {props.announcement}
      </div>
      {placing && <CarriedPiece placing={placing} />}
    </div>
  );
}

const isLive = ({ model, placing, pen }: BoardProps): boolean =>
  model.movable !== null || Boolean(placing) || Boolean(pen);

/** What those see who watch the page from outside. */
const outsideData = ({ model, turn, version, ply, flipped }: BoardProps) => ({
  'data-testid': 'board',
  'data-turn': turn,
  'data-v': version,
  'data-ply': ply,
  'data-live': model.movable !== null && !model.premoving,
  'data-flipped': flipped,
});

const lookOf = ({ layout, overlay }: BoardTheme): CSSProperties => {
  const { width, height } = boardSize(layout);
  return {
    aspectRatio: `${width} / ${height}`,
    '--hl-select': overlay.select,
    '--hl-last': overlay.last,
    '--hl-dot': overlay.dot,
    '--hl-dot-water': overlay.dotWater,
    '--hl-line': overlay.line,
    '--coordinate': overlay.coordinate,
  } as CSSProperties;
};

/** One refusal, one shake. */
function useRefusal(root: RefObject<HTMLElement | null>, refused: BoardProps['refused']): void {
  const refusal = refused?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one refusal, one shake
  useLayoutEffect(() => {
    const held = refused && root.current && pieceOn(root.current, refused.at);
    if (held) shakeIllegal(held.face);
  }, [refusal]);
}
