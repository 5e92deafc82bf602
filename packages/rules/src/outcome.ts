import { opponent, type Player } from './board.ts';

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

export const GAME_STATUSES = ['PLAYING', 'PLAYER1_WIN', 'PLAYER2_WIN', 'DRAW'] as const;
export type GameStatus = (typeof GAME_STATUSES)[number];

/** 1 red, 2 blue, 0 draw, -1 in progress (spec §3). */
export type Winner = -1 | 0 | 1 | 2;

/** How a game stands. */
export interface Outcome {
  readonly status: GameStatus;
  readonly winner: Winner;
  readonly endReason: EndReason;
}

/** Ends that are decided outside the board with a winner. */
export const FORFEIT_REASONS = ['TIME_UP', 'SURRENDER', 'OFFLINE_SURRENDER'] as const;
export type ForfeitReason = (typeof FORFEIT_REASONS)[number];

/** Draws that are decided outside the board. */
export const DRAW_VERDICTS = ['DRAW_AGREED', 'DRAW_TOO_LONG'] as const;
export type DrawVerdict = (typeof DRAW_VERDICTS)[number];

export const PLAYING: Outcome = { status: 'PLAYING', winner: -1, endReason: 'NONE' };

export function won(winner: Player, endReason: EndReason): Outcome {
  return { status: winner === 1 ? 'PLAYER1_WIN' : 'PLAYER2_WIN', winner, endReason };
}

export function lost(loser: Player, endReason: EndReason): Outcome {
  return won(opponent(loser), endReason);
}

export function drawn(endReason: EndReason): Outcome {
  return { status: 'DRAW', winner: 0, endReason };
}
