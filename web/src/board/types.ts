import type { Side } from '@doushouqi/rules';

/** What the board is given and what it draws. It knows no rules: legal moves come from outside. */

/** A square, `x` 0–6 from red's left, `y` 0–8 with 0 at blue's end. */
export interface Point {
  x: number;
  y: number;
}

export const SIDES = ['red', 'blue'] as const satisfies readonly Side[];

/** In rank order, weakest first; also the file names of the pictures. */
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
  /** A jump over the river: drawn with an arc. */
  leap: boolean;
  /** Ends in a trap of the other side. */
  trap: boolean;
}

/** The move that led to the shown position, with what the animation needs to know about it. */
export interface ShownMove {
  from: Point;
  to: Point;
  /** Went into a trap of the other side. */
  trap: boolean;
  /** Went into the other side's den. */
  den: boolean;
}

/** A cross over the position: on the square `at`, or with `from` on the edge of it that faces `from`. */
export interface Cross {
  at: Point;
  from: Point | null;
}

export type Terrain = 'land' | 'river' | 'trap' | 'den';

/** Everything about the shown position. */
export interface BoardModel {
  pieces: readonly BoardPiece[];
  /** The side whose pieces may be picked up now, `both` for either side, null for none. */
  movable: Side | 'both' | null;
  /** Legal targets of the movable pieces by `squareIndex` of their square. */
  legal: ReadonlyMap<number, readonly LegalTarget[]>;
  /** Squares of the pieces that bar a jump over the river, by `squareIndex` of the piece that would jump. */
  blockers: ReadonlyMap<number, readonly Point[]>;
  lastMove: ShownMove | null;
  /** The pieces may be picked up, but a move waits for the turn: it is a premove. */
  premoving: boolean;
  /** A move that is chosen and not made yet: its piece stands pale on the target, which is in `pieces` too. */
  planned: { from: Point; to: Point } | null;
  /** A den that an enemy can enter with his next move. */
  threatenedDen: Point | null;
}

/** A square as a small number, for maps and sets. */
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
