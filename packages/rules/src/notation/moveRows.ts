/** Moves in numbered rounds, for display. */
import type { Side } from '../board.ts';

export interface MoveInRow<Move> {
  /** The number of the ply, from 1. */
  readonly ply: number;
  readonly move: Move;
}

/** One round. Lacks red's move in the first row if blue moves first, and blue's in an incomplete last row. */
export interface MoveRow<Move> {
  /** From 1. */
  readonly number: number;
  readonly red: MoveInRow<Move> | null;
  readonly blue: MoveInRow<Move> | null;
}

/** Returns the rows of a game's moves, given from the first on. */
export function moveRows<Move extends { readonly side: Side }>(moves: readonly Move[]): MoveRow<Move>[] {
  const missing = moves[0]?.side === 'blue' ? 1 : 0;
  const placed = (index: number): MoveInRow<Move> | null => {
    const move = moves[index];
    return move ? { ply: index + 1, move } : null;
  };
  return Array.from({ length: Math.ceil((moves.length + missing) / 2) }, (_, row) => ({
    number: row + 1,
    red: placed(row * 2 - missing),
    blue: placed(row * 2 - missing + 1),
  }));
}
