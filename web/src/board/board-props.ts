import type { Side } from '@doushouqi/rules';
import type { ReactNode } from 'react';
import type { BoardShape, ShapeColour } from './shapes.ts';
import type { BoardTheme } from './theme.ts';
import type { BoardModel, Cross, Point, Terrain } from './types.ts';
import type { Placing } from './use-placing.ts';

/** A refused move: its piece shakes once for each `id`, and the crosses stay for 3 s or until the next press. */
export interface RefusedMove {
  id: number;
  /** The square of the piece. */
  at: Point | null;
  crosses: readonly Cross[];
}

/** What a board is given and what it reports. */
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
  /** The last move that was refused. */
  refused?: RefusedMove | null;
  /** Arrows and marked squares over the position. */
  shapes?: readonly BoardShape[];
  /** What is said of a square, over its upper right corner. */
  badge?: { at: Point; content: ReactNode } | null;
  /** The right mouse button draws arrows and marks, and the key M marks the square with the focus. */
  drawable?: boolean;
  /** On a drawable board: every press draws in this colour, a finger's too; null while presses are for pieces. */
  pen?: ShapeColour | null;
  /** A shape was drawn. Drawn a second time it is meant to go: see `toggleShape`. */
  onDraw?: (shape: BoardShape) => void;
  /** Pieces are set up freely (`usePlacing`), and not moved: the model's legal moves are not looked at. */
  placing?: Placing | null;
  onMove: (from: Point, to: Point) => void;
  /** The user tried to go where the piece may not go, by a drag or by choosing both squares. */
  onIllegal: (from: Point, to: Point, dragged: boolean) => void;
  /** Any press, a right click too, or Escape lets a planned move go. */
  onUnplan: () => void;
}
