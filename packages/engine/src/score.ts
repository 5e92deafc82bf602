import type { Score } from './types.ts';

/** Hundredths of a cat that turn an even game into one won 73 times of 100. */
const SPREAD = 200;

/** How often the side to move wins, 0 to 100: a logistic curve of the score; a win that was found is 100. */
export function winRate(score: Score): number {
  if (score.kind === 'win') return score.plies > 0 ? 100 : 0;
  return 100 / (1 + Math.exp(-score.value / SPREAD));
}
