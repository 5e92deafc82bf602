import {
  ApiError,
  type PuzzleMoveReply,
  type PuzzleResult,
  type PuzzleView,
  type PuzzleVote,
} from '@doushouqi/protocol';
import type { Game, Move, Point } from '@doushouqi/rules';
import type { GameState } from '../../game/controller.ts';
import type { Timing } from '../../shared/device-games/device-clock.ts';
import type { SavedAttempt } from './kept.ts';
import type { Refutation } from './refutation.ts';

/** The state of an attempt at a puzzle, and what it needs from outside. */

/**
 * `asking`: the solver is to move. `sending`: the move on the board, or the answer, is on its way; `lost`: it did not
 * arrive. `straying`: a wrong move is still on the board. `replying`: the opponent's move is due. `over`: solved or shown.
 */
export type Phase = 'asking' | 'sending' | 'lost' | 'straying' | 'replying' | 'over';

export interface Wrong {
  readonly move: Move;
  /** Null while it is searched for, or if there is none. */
  readonly reply: Refutation | null;
}

export interface PuzzleState extends GameState {
  readonly phase: Phase;
  /** Whether the attempt changes the rating; null until the server has said so. */
  readonly rates: boolean | null;
  /** Wrong moves. */
  readonly tries: number;
  /** The last wrong move; null after the next move. */
  readonly wrong: Wrong | null;
  /** Square of the piece to move, after a hint. */
  readonly hint: Point | null;
  readonly isHinted: boolean;
  readonly change: { readonly before: number; readonly after: number } | null;
  /** Null before the end. */
  readonly result: PuzzleResult | null;
  /** The solver found the line; false after the answer. */
  readonly isSolved: boolean;
  /** The end came on this page, so it is celebrated; false after a reload. */
  readonly isJustOver: boolean;
  /** The user's vote on the puzzle. */
  readonly vote: PuzzleVote;
  /** The whole line; null before the end. */
  readonly full: Game | null;
  /** First sight of the puzzle, by this device. Epoch ms. */
  readonly since: number;
}

type Answer = Pick<PuzzleMoveReply, 'ratingChange'> & { solution: string[]; result: PuzzleResult };

/** The calls of the server that an attempt makes. */
export interface PuzzleCalls {
  start(puzzleId: string): Promise<{ attemptId: string; rates: boolean; vote?: PuzzleVote | undefined }>;
  play(attemptId: string, move: string, at: number): Promise<PuzzleMoveReply>;
  hint(attemptId: string): Promise<{ from: string }>;
  answer(attemptId: string): Promise<Answer>;
  vote(puzzleId: string, vote: PuzzleVote): Promise<unknown>;
}

export interface PuzzleDeps extends Timing {
  readonly calls: PuzzleCalls;
  /** The stored attempt at this puzzle, or null. */
  readonly saved: SavedAttempt | null;
  save(attempt: SavedAttempt): void;
  /** Returns the best move in a position; null if none is found. */
  search(game: Game): Promise<Move | null>;
  /** The rating or a streak of the server may have changed. `isRight`: null before the end. */
  onChange(isRight: boolean | null): void;
  /** Messages for failed calls. */
  readonly texts: { readonly failed: string; readonly expired: string };
}

/** Returns the state of a new attempt or of a stored one, without its table. */
export function firstState(saved: SavedAttempt | null, now: number) {
  const { change = null, result = null, isSolved = false } = saved?.end ?? {};
  return {
    rates: saved?.rates ?? null,
    tries: saved?.tries ?? 0,
    isHinted: saved?.isHinted ?? false,
    vote: saved?.vote ?? 0,
    since: saved?.since ?? now,
    wrong: null,
    hint: null,
    change,
    result,
    isSolved,
    isJustOver: false,
  } as const;
}

/** Returns what the table shows of an attempt. */
export function tableOf({ id, side }: PuzzleView, game: Game, version: number, phase: Phase) {
  return {
    gameId: id,
    game,
    version,
    status: 'playing',
    own: side,
    movers: phase === 'asking' ? [side] : [],
    clock: null,
    premove: null,
    phase,
  } as const;
}

/** Whether a solution has just changed the rating: its numbers count. */
export function isCelebrated({ isJustOver, isSolved, tries }: PuzzleState): boolean {
  return isJustOver && isSolved && tries === 0;
}

/** Returns whether the server refused, so that another try gets the same answer. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
