/** What an attempt is worth, and the streak of solved puzzles. Pure. */

/** How an attempt was decided. */
export interface Decision {
  /** A wrong move, or the answer was shown. */
  readonly isMissed: boolean;
  readonly isHinted: boolean;
  /** From the start of the attempt, ms. */
  readonly tookMs: number;
  /** Of the solver, in the line. */
  readonly ownMoves: number;
}

/**
 * `solved` at once; `aided` by a hint; `hasty`: right, but faster than a person; `missed`. Only `solved` gains and only
 * `missed` loses rating.
 */
export type Verdict = 'solved' | 'aided' | 'hasty' | 'missed';

/**
 * Shortest time of a person for a move, ms. A person needs about 200 ms to react to any change of a screen and about 100 ms
 * more to choose between two responses, before the pointer moves to two cells.
 */
export const LEAST_MOVE_MS = 300;

/** Returns the verdict on a decided attempt. */
export function verdictOf({ isMissed, isHinted, tookMs, ownMoves }: Decision): Verdict {
  if (isMissed) return 'missed';
  if (isHinted) return 'aided';
  return tookMs < ownMoves * LEAST_MOVE_MS ? 'hasty' : 'solved';
}

/** Puzzles in a row that were solved at once. */
export interface Streak {
  readonly now: number;
  readonly best: number;
}

export const NO_STREAK: Streak = { now: 0, best: 0 };

/** Returns the streak after a verdict. A hasty solution leaves it. */
export function streakAfter({ now, best }: Streak, verdict: Verdict): Streak {
  if (verdict === 'hasty') return { now, best };
  const next = verdict === 'solved' ? now + 1 : 0;
  return { now: next, best: Math.max(best, next) };
}
