import type { Score } from './types.ts';

/** Score, in hundredths of a cat, with which 73 of 100 games are won. */
const SPREAD = 200;

/** Returns the win rate of the side to move, 0 to 100: a logistic curve of the score. A forced win is 100. */
export function winRate(score: Score): number {
  if (score.kind === 'win') return score.plies > 0 ? 100 : 0;
  return 100 / (1 + Math.exp(-score.value / SPREAD));
}
