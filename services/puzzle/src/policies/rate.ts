import type { Verdict } from '@doushouqi/puzzles';
import { type DatedRating, isProvisional, rate, START } from '@doushouqi/rating';
import type { StoredPuzzle, StoredSolver } from '../models.ts';

/** The rating from the engine's strength is uncertain by this much. */
const FIRST_DEVIATION = 150;
const HISTORY = 30;
const WHOLE = { red: 1, blue: 1 } as const;

type RatedPuzzle = Pick<StoredPuzzle, keyof DatedRating>;
type RatedSolver = Pick<StoredSolver, keyof DatedRating | 'puzzles' | 'best' | 'history'>;

/** Returns the rating of a puzzle that no member has tried. `rating`: of the data. */
export function firstRating(rating: number): DatedRating {
  return { rating, deviation: FIRST_DEVIATION, volatility: START.volatility, ratedAt: null };
}

/** The rating of a user without rated puzzles. */
export const UNRATED: RatedSolver = { ...START, puzzles: 0, best: 0, history: [] };

/** Returns the rating fields alone. */
function datedOf({ rating, deviation, volatility, ratedAt }: DatedRating): DatedRating {
  return { rating, deviation, volatility, ratedAt };
}

/**
 * Rates a member and a puzzle by the first try, as a game between them. `hasGained`: solved; false: missed. `now` in epoch
 * ms. Pure.
 */
function rateOne(solver: RatedSolver, puzzle: RatedPuzzle, hasGained: boolean, now: number) {
  const { red, blue } = rate({
    red: datedOf(solver),
    blue: datedOf(puzzle),
    winner: hasGained ? 'red' : 'blue',
    endTime: now,
    weights: WHOLE,
  });
  const { rating } = red.after;
  const wasProvisional = solver.puzzles === 0 || isProvisional(datedOf(solver), now);
  return {
    solver: {
      ...red.after,
      puzzles: solver.puzzles + 1,
      // A provisional rating may be far too high.
      best: wasProvisional ? rating : Math.max(solver.best, rating),
      history: [...solver.history, rating].slice(-HISTORY),
    },
    puzzle: blue.after,
  };
}

/** A rating before and after, in full precision. */
export interface Change {
  before: number;
  after: number;
}

/**
 * Returns both ratings after a member's first try, and the change of the member's. A hint and a solution that is faster than a
 * person leave both ratings. Pure.
 */
export function rateTry<S extends RatedSolver, P extends RatedPuzzle>(
  solver: S,
  puzzle: P,
  verdict: Verdict,
  now: number,
): { solver: S; puzzle: P; change: Change } {
  if (verdict === 'aided' || verdict === 'hasty')
    return { solver, puzzle, change: { before: solver.rating, after: solver.rating } };
  const rated = rateOne(solver, puzzle, verdict === 'solved', now);
  return {
    solver: { ...solver, ...rated.solver },
    puzzle: { ...puzzle, ...rated.puzzle },
    change: { before: solver.rating, after: rated.solver.rating },
  };
}
