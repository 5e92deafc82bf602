import rateGlicko2 from 'glicko2-lite';

/** Somebody's strength by Glicko-2 (http://www.glicko.net/glicko/glicko2.pdf), in full precision. */
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** A rating as it was after the game that ended at `ratedAt`, epoch ms; null before the first game. */
export interface DatedRating extends Rating {
  ratedAt: number | null;
}

/** An opponent at the time of the game, and the points won: 1, 1/2 or 0. */
export interface Score {
  opponent: Pick<Rating, 'rating' | 'deviation'>;
  points: number;
}

/** Of somebody who never played. */
export const START: DatedRating = { rating: 1500, deviation: 350, volatility: 0.06, ratedAt: null };
/** Until the deviation is under this, a rating is provisional: it is shown as a guess and not ranked. */
export const PROVISIONAL_DEVIATION = 110;

/** How far volatility may change; the paper has 0.3 to 1.2 and takes 0.5 for its example. */
const TAU = 0.5;
/** Rating points for one of the paper's own units. */
const SCALE = 173.7178;

/**
 * A rating period in ms: at the usual volatility a deviation of 60 grows to 110 in a year without a game. The paper leaves
 * it to the game; a game is rated at once here, so it is a measure of absence alone.
 */
const PERIOD = (365 * 86_400_000 * START.volatility ** 2 * SCALE ** 2) / (110 ** 2 - 60 ** 2);

/** Step 6 of the paper for any number of periods: it may be a fraction. */
function afterPeriods({ deviation, volatility }: Rating, periods: number): number {
  return Math.sqrt(Math.max(0, deviation ** 2 + periods * (volatility * SCALE) ** 2));
}

function periodsSince({ ratedAt }: DatedRating, time: number): number {
  return ratedAt === null ? 0 : Math.max(0, time - ratedAt) / PERIOD;
}

/** The deviation at a time (epoch ms), grown by absence since the last game; 350 at most. */
export function deviationAt(rating: DatedRating, time: number): number {
  return Math.min(START.deviation, afterPeriods(rating, periodsSince(rating, time)));
}

export function isProvisional(rating: DatedRating, time: number): boolean {
  return deviationAt(rating, time) >= PROVISIONAL_DEVIATION;
}

/** When (epoch ms) a rating becomes provisional by absence; null where it is already, or was never anything else. */
export function provisionalFrom(rating: DatedRating): number | null {
  const { deviation, volatility, ratedAt } = rating;
  if (ratedAt === null || deviation >= PROVISIONAL_DEVIATION) return null;
  const periods = (PROVISIONAL_DEVIATION ** 2 - deviation ** 2) / (volatility * SCALE) ** 2;
  return Math.ceil(ratedAt + periods * PERIOD);
}

/**
 * The rating after some games at once, `periods` after the last ones. With one period this is the paper's own step. The
 * library lets one period pass with every call, so what is put in is that much younger: a game costs no period, absence
 * does.
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
