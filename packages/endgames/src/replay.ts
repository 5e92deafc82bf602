/** Verification of a result: replays the player's moves against the stored replies. For a server. Pure. */
import { err, type Move, ok, type Result } from '@doushouqi/rules';
import { beginAttempt, isReached, MOST_MOVES, ownMoves, tryMove, withMove } from './attempt.ts';
import type { Level } from './level.ts';
import { readSolution } from './solution.ts';
import { earnedStars, type Stars } from './stars.ts';

/** What a player says about a finished level: the own moves, and what they cost. */
export interface ClaimedResult {
  readonly moves: readonly Move[];
  readonly hints: number;
  readonly mistakes: number;
}

export interface VerifiedResult {
  readonly stars: Stars;
  readonly ownMoves: number;
}

/** `TOO_LONG` more than `MOST_MOVES`, `BAD_MOVE` illegal or a loss of the goal, `AFTER_END`, `UNFINISHED`. */
export const REPLAY_ERRORS = ['TOO_LONG', 'BAD_MOVE', 'AFTER_END', 'UNFINISHED'] as const;
export type ReplayError = (typeof REPLAY_ERRORS)[number];

/** Returns the stars of a result, or why it is refused. Hints and mistakes cannot be verified. */
export function verifyResult(level: Level, claimed: ClaimedResult): Result<VerifiedResult, ReplayError> {
  if (claimed.moves.length > MOST_MOVES) return err('TOO_LONG');
  const solution = readSolution(level);
  let attempt = { ...beginAttempt(level), hints: claimed.hints, mistakes: claimed.mistakes };
  for (const move of claimed.moves) {
    if (isReached(attempt)) return err('AFTER_END');
    const tried = tryMove(attempt, solution, move);
    if (tried.kind !== 'good') return err('BAD_MOVE');
    attempt = tried.reply ? withMove(tried.attempt, tried.reply) : tried.attempt;
  }
  const stars = earnedStars(attempt);
  return stars === null ? err('UNFINISHED') : ok({ stars, ownMoves: ownMoves(attempt) });
}
