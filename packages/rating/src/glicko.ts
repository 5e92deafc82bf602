import rateGlicko2 from 'glicko2-lite';

/** A Glicko-2 rating (http://www.glicko.net/glicko/glicko2.pdf) in full precision. */
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** A rating after the game that ended at `ratedAt` (epoch ms; null before the first game). */
export interface DatedRating extends Rating {
  ratedAt: number | null;
}

/** An opponent at the time of the game and the points won: 1, 1/2 or 0. */
export interface Score {
  opponent: Pick<Rating, 'rating' | 'deviation'>;
  points: number;
}

/** The rating of a user without games. */
export const START: DatedRating = { rating: 1500, deviation: 350, volatility: 0.06, ratedAt: null };
/** A rating with at least this deviation is provisional: marked and not ranked. */
export const PROVISIONAL_DEVIATION = 110;

/** Limits the change of volatility. The paper recommends 0.3 to 1.2 and uses 0.5 in its example. */
const TAU = 0.5;
/** Rating points per unit of the paper. */
const SCALE = 173.7178;

/**
 * A rating period in ms: at the start volatility a deviation of 60 grows to 110 in a year without games. Games are rated at
 * once, so the period measures absence alone.
 */
const PERIOD = (365 * 86_400_000 * START.volatility ** 2 * SCALE ** 2) / (110 ** 2 - 60 ** 2);

/** Step 6 of the paper for any number of periods, also a fraction. */
function afterPeriods({ deviation, volatility }: Rating, periods: number): number {
  return Math.sqrt(Math.max(0, deviation ** 2 + periods * (volatility * SCALE) ** 2));
}

function periodsSince({ ratedAt }: DatedRating, time: number): number {
  return ratedAt === null ? 0 : Math.max(0, time - ratedAt) / PERIOD;
}

/** Returns the deviation at a time (epoch ms), increased by absence since the last game; at most 350. */
export function deviationAt(rating: DatedRating, time: number): number {
  return Math.min(START.deviation, afterPeriods(rating, periodsSince(rating, time)));
}

export function isProvisional(rating: DatedRating, time: number): boolean {
  return deviationAt(rating, time) >= PROVISIONAL_DEVIATION;
}

/** Returns when (epoch ms) a rating becomes provisional by absence, or null if it is provisional. */
export function provisionalFrom(rating: DatedRating): number | null {
  const { deviation, volatility, ratedAt } = rating;
  if (ratedAt === null || deviation >= PROVISIONAL_DEVIATION) return null;
  const periods = (PROVISIONAL_DEVIATION ** 2 - deviation ** 2) / (volatility * SCALE) ** 2;
  return Math.ceil(ratedAt + periods * PERIOD);
}

/**
 * Rates games together, `periods` after the last ones; one period is the step of the paper. The library adds one period per
 * call, so the deviation is passed in one period younger: only absence takes periods, not games.
 */
export function rateScores(rating: Rating, scores: readonly Score[], periods: number): Rating {
  const { rd, vol, ...after } = rateGlicko2(
    rating.rating,
    afterPeriods(rating, periods - 1),
    rating.volatility,
    scores.map(({ opponent, points }) => [opponent.rating, opponent.deviation, points]),
    { tau: TAU },
  );
  return { ...after, deviation: rd, volatility: vol };
}
