/** Spaced repetition of missed puzzles. Pure; times in epoch ms. */

const DAY_MS = 86_400_000;
/** Days to each repetition. */
export const REPETITION_DAYS = [1, 3, 7, 21] as const;

/** A missed puzzle. */
export interface Mistake {
  /** Repetitions that were right. */
  readonly box: number;
  readonly dueAt: number;
  /** When it was last missed. */
  readonly missedAt: number;
}

/** Returns the mistake of a puzzle that was missed now, for the first time or again. */
export function newMistake(now: number): Mistake {
  return { box: 0, dueAt: now + REPETITION_DAYS[0] * DAY_MS, missedAt: now };
}

/**
 * Returns the mistake after a repetition; null when it is learned. A right answer before the mistake is due changes nothing, a
 * wrong one starts again at any time.
 */
export function afterRepetition(mistake: Mistake, isRight: boolean, now: number): Mistake | null {
  if (!isRight) return newMistake(now);
  if (now < mistake.dueAt) return mistake;
  const box = mistake.box + 1;
  const days = REPETITION_DAYS[box];
  return days === undefined ? null : { ...mistake, box, dueAt: now + days * DAY_MS };
}
