/** Positions of the tactical suite: what they are, and what they are about. */

import type { EngineLine } from '@doushouqi/engine';
import {
  type Game,
  type Move,
  newGame,
  type Point,
  type Position,
  parseFen,
  pieceAt,
  pieces,
  terrainAt,
  trapOwner,
} from '@doushouqi/rules';

export const KINDS = ['ending', 'elephant', 'leap', 'trap', 'den', 'gain'] as const;
export type PuzzleKind = (typeof KINDS)[number];

/**
 * How it is known that no other move is as good: by the endgame tables, by a search of everything (prove.ts), or by one
 * of fifty times the nodes of level 5.
 */
export type PuzzleProof = 'tables' | 'everything' | 'search';

/** A position with the only move, as `a3b3`, and in how many plies it wins; null where it wins material. */
export interface Puzzle {
  readonly kind: PuzzleKind;
  readonly fen: string;
  readonly move: string;
  readonly win: number | null;
  readonly proof: PuzzleProof;
}

/** Starts a game at a position. Throws if the FEN is not valid. */
export function gameOf(fen: string): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return newGame(undefined, position.value);
}

/** What a line is about, the rarest first: few pieces, a rat that takes an elephant, a leap, a trap, a den. */
export function kindOf(position: Position, { pv, score }: EngineLine): PuzzleKind {
  if (pieces(position).length <= 3) return 'ending';
  if (takesElephant(position, pv)) return 'elephant';
  if (pv.some((move, ply) => ply % 2 === 0 && isLeap(move))) return 'leap';
  if (pv.some(({ to }, ply) => ply % 2 === 0 && takesInTrap(position, to))) return 'trap';
  return score.kind === 'win' ? 'den' : 'gain';
}

function isLeap({ from, to }: Move): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 1;
}

function takesElephant(position: Position, pv: readonly Move[]): boolean {
  const elephant = pieces(position).find(({ type, player }) => type === 8 && player !== position.turn);
  if (elephant === undefined) return false;
  // Where the elephant and the rat are when the line gets there.
  let [at, rat] = [elephant.position, pieces(position).find(isOwnRat(position))?.position];
  for (const { from, to } of pv) {
    if (same(from, at)) at = to;
    else if (rat !== undefined && same(from, rat)) {
      if (same(to, at)) return true;
      rat = to;
    }
  }
  return false;
}

function isOwnRat({ turn }: Position) {
  return ({ type, player }: { type: number; player: number }) => type === 1 && player === turn;
}

function same(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

function takesInTrap(position: Position, to: Point): boolean {
  return terrainAt(to) === 'trap' && trapOwner(to) === position.turn && pieceAt(position, to) !== null;
}

/** How alike two positions are: cells that differ, where one may be turned over left to right. */
export function difference(one: Position, other: Position): number {
  const cells = [...one.cells.keys()];
  const count = (cellOf: (cell: number) => number) =>
    cells.filter((cell) => one.cells[cell] !== other.cells[cellOf(cell)]).length;
  return Math.min(
    count((cell) => cell),
    count((cell) => cell - 2 * (cell % 7) + 6),
  );
}
