/** Stars: three for the shortest way, two for a longer one, one for any; each hint costs one. */
import { type Attempt, isReached, ownMoves } from './attempt.ts';
import { type Level, movesOf } from './level.ts';

export type Stars = 0 | 1 | 2 | 3;

/** Own moves over the shortest way, or mistakes in a level to hold, that still give two stars. */
const SPARE = { win: 2, hold: 1 } as const;

/** Returns the most own moves for two stars. */
export function movesForTwo(level: Pick<Level, 'shortest'>): number {
  return movesOf(level) + SPARE.win;
}

/**
 * Returns the stars that an attempt can still earn if it needs `left` more own moves: at least one, none after the program
 * made a move.
 */
export function starsInReach(attempt: Attempt, left: number): Stars {
  if (attempt.isAnswered) return 0;
  const { level, hints, mistakes } = attempt;
  const over = level.goal === 'win' ? ownMoves(attempt) + left - movesOf(level) : mistakes;
  const base = over <= 0 ? 3 : over <= SPARE[level.goal] ? 2 : 1;
  return Math.max(1, base - hints) as Stars;
}

/** Returns the stars of an attempt that reached its goal, null before. */
export function earnedStars(attempt: Attempt): Stars | null {
  return isReached(attempt) ? starsInReach(attempt, 0) : null;
}
