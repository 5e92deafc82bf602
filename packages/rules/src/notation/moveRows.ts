/** Moves set out in numbered rounds, as a move list shows them. */
import type { Side } from '../board.ts';

export interface MoveInRow<Move> {
  /** The half-move's number, from 1. */
  readonly ply: number;
  readonly move: Move;
}

/** One round. Red's move is missing in the first row when blue moves first, blue's in a row begun. */
export interface MoveRow<Move> {
  /** From 1. */
  readonly number: number;
  readonly red: MoveInRow<Move> | null;
  readonly blue: MoveInRow<Move> | null;
}

/** The rows of the moves of a game, given from its first move on. */
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
