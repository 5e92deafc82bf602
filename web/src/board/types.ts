import type { Side } from '@doushouqi/rules';

/** Inputs and drawings of the board. It has no rules: the caller provides the legal moves. */

/** A square, `x` 0–6 from red's left, `y` 0–8 with 0 at blue's end. */
export interface Point {
  x: number;
  y: number;
}

export const SIDES = ['red', 'blue'] as const satisfies readonly Side[];

/** In order of rank, weakest first; also the file names of the pictures. */
export const ANIMALS = ['rat', 'cat', 'dog', 'wolf', 'leopard', 'tiger', 'lion', 'elephant'] as const;
export type Animal = (typeof ANIMALS)[number];

/** Each side has at most one of each animal, so side and animal identify a piece. */
export interface PieceId {
  side: Side;
  animal: Animal;
}

export interface BoardPiece extends PieceId {
  at: Point;
}

export interface LegalTarget {
  to: Point;
  capture: boolean;
  /** A jump over the river, drawn as an arc. */
  leap: boolean;
  /** Ends in a trap of the other side. */
  trap: boolean;
}

/** The move that led to the displayed position, with details for its animation. */
export interface ShownMove {
  from: Point;
  to: Point;
  /** Entered a trap of the other side. */
  trap: boolean;
  /** Entered the other side's den. */
  den: boolean;
}

/** A cross on the square `at`, or on its edge towards `from`. */
export interface Cross {
  at: Point;
  from: Point | null;
}

export type Terrain = 'land' | 'river' | 'trap' | 'den';

/** The displayed position. */
export interface BoardModel {
  pieces: readonly BoardPiece[];
  /** The side whose pieces may be selected, `both` for either side, null for none. */
  movable: Side | 'both' | null;
  /** Legal destinations of the movable pieces by `squareIndex` of their square. */
  legal: ReadonlyMap<number, readonly LegalTarget[]>;
  /** Squares of the pieces that block a jump over the river, by `squareIndex` of the jumping piece. */
  blockers: ReadonlyMap<number, readonly Point[]>;
  lastMove: ShownMove | null;
  /** Pieces may be selected, but moves wait for the turn: they are premoves. */
  premoving: boolean;
  /** A premove: its piece is shown pale on the destination, which is in `pieces` too. */
  planned: { from: Point; to: Point } | null;
  /** A den that the opponent can enter with the next move. */
  threatenedDen: Point | null;
}

/** Returns the index of a square, for maps and sets. */
export function squareIndex({ x, y }: Point): number {
  return y * 7 + x;
}

export function samePoint(a: Point | null, b: Point | null): boolean {
  return a?.x === b?.x && a?.y === b?.y;
}

export function pieceKey({ side, animal }: PieceId): string {
  return `${side}-${animal}`;
}

export function samePiece(a: PieceId | null, b: PieceId | null): boolean {
  return a?.side === b?.side && a?.animal === b?.animal;
}

export function pieceAt(pieces: readonly BoardPiece[], at: Point): BoardPiece | null {
  return pieces.find((piece) => samePoint(piece.at, at)) ?? null;
}
