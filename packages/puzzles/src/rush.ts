/** A rush: puzzles of rising rating for a limited time. Pure; times in epoch ms. */

/** Ratings of the first puzzle and of the hardest, and their step. */
const FIRST = 900;
const STEP = 50;
const HARDEST = 2_300;

export interface RushScore {
  readonly endsAt: number;
  /** Solved puzzles. */
  readonly score: number;
  readonly mistakes: number;
}

/** Whether a rush has ended, by time or by its mistakes. */
export function isRushOver({ endsAt, mistakes }: RushScore, mostMistakes: number, now: number): boolean {
  return now >= endsAt || mistakes >= mostMistakes;
}

/** Returns the rating of the puzzle after `n` puzzles. */
export function rushRating(n: number): number {
  return Math.min(HARDEST, FIRST + n * STEP);
}

/** Returns a rush after the end of a puzzle. */
export function rushAfter<R extends RushScore>(rush: R, isSolved: boolean): R {
  const { score, mistakes } = rush;
  return isSolved ? { ...rush, score: score + 1 } : { ...rush, mistakes: mistakes + 1 };
}
