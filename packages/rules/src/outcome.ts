import type { Side } from './board.ts';

/** Names of the end reasons in the order of their codes: 0..8 of spec §4, and 9 for games without end (docs/rooms.md). */
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

/** The code 0..9 of an end reason. */
export function endReasonCode(reason: EndReason): number {
  return END_REASONS.indexOf(reason);
}

export type Winner = Side | 'draw';

/** How a game stands; `winner` is null while it is in progress. */
export interface Outcome {
  readonly winner: Winner | null;
  readonly endReason: EndReason;
}

/** Ends that are decided outside the board with a winner. */
export const FORFEIT_REASONS = ['TIME_UP', 'SURRENDER', 'OFFLINE_SURRENDER'] as const;
export type ForfeitReason = (typeof FORFEIT_REASONS)[number];

/** Draws that are decided outside the board. */
export const DRAW_VERDICTS = ['DRAW_AGREED', 'DRAW_TOO_LONG'] as const;
export type DrawVerdict = (typeof DRAW_VERDICTS)[number];

export const PLAYING: Outcome = { winner: null, endReason: 'NONE' };
