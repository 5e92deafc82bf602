import type { Side } from './board.ts';

/** End reasons in the order of their codes. For 9, the limit of plies, see docs/rooms.md. */
export const END_REASONS = [
  'NONE',
  'DEN_CAPTURED',
  'NO_PIECES',
  'TIME_UP',
  'SURRENDER',
  'DRAW_AGREED',
  'DRAW_100_ROUNDS',
  'STALEMATE',
  'OFFLINE_SURRENDER',
  'DRAW_TOO_LONG',
] as const;
export type EndReason = (typeof END_REASONS)[number];

export function endReasonCode(reason: EndReason): number {
  return END_REASONS.indexOf(reason);
}

export type Winner = Side | 'draw';

/** The result of a game; `winner` is null while it is in progress. */
export interface Outcome {
  readonly winner: Winner | null;
  readonly endReason: EndReason;
}

/** Ends with a winner decided outside the board. */
export const FORFEIT_REASONS = ['TIME_UP', 'SURRENDER', 'OFFLINE_SURRENDER'] as const;
export type ForfeitReason = (typeof FORFEIT_REASONS)[number];

/** Draws decided outside the board. */
export const DRAW_VERDICTS = ['DRAW_AGREED', 'DRAW_TOO_LONG'] as const;
export type DrawVerdict = (typeof DRAW_VERDICTS)[number];

export const PLAYING: Outcome = { winner: null, endReason: 'NONE' };
