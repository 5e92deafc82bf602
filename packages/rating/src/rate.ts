import type { Winner } from '@doushouqi/rules';
import { type DatedRating, deviationAt, type Rating, rateScores, START } from './glicko.ts';
import type { Weights } from './weights.ts';

/** A game and both ratings before it. */
export interface GameToRate {
  red: DatedRating;
  blue: DatedRating;
  winner: Winner;
  /** Epoch ms. */
  endTime: number;
  weights: Weights;
}

/** A rating at the time of a game, with growth of the deviation by absence, and after it. */
export interface RatedChange {
  before: DatedRating;
  after: DatedRating;
}

/** Below this, a rating would follow a real change of strength too slowly. */
export const LEAST_DEVIATION = 45;
/** Limits the effect of a single unexpected result. */
const MOST_VOLATILITY = 0.1;

/** Interpolates between two ratings. */
function between(from: Rating, to: Rating, part: number): Rating {
  const mixed = (key: keyof Rating) => from[key] + part * (to[key] - from[key]);
  return { rating: mixed('rating'), deviation: mixed('deviation'), volatility: mixed('volatility') };
}

/** Returns the rating fields at the time of a game. */
function at(own: DatedRating, time: number): DatedRating {
  const { rating, volatility, ratedAt } = own;
  return { rating, deviation: deviationAt(own, time), volatility, ratedAt };
}

interface OwnResult {
  /** 1, 1/2 or 0. */
  points: number;
  weight: number;
  endTime: number;
}

function changeOf(
  before: DatedRating,
  opponent: Rating,
  { points, weight, endTime }: OwnResult,
): RatedChange {
  const whole = rateScores(before, [{ opponent, points }], 0);
  const { rating, deviation, volatility } = between(before, whole, weight);
  return {
    before,
    after: {
      rating,
      deviation: Math.min(START.deviation, Math.max(LEAST_DEVIATION, deviation)),
      volatility: Math.min(MOST_VOLATILITY, volatility),
      // A game that arrives late does not set the time back.
      ratedAt: Math.max(before.ratedAt ?? 0, endTime),
    },
  };
}

/** Rates a game for both players, each against the opponent's rating before it. */
export function rate(game: GameToRate): { red: RatedChange; blue: RatedChange } {
  const { endTime, weights } = game;
  const [red, blue] = [at(game.red, endTime), at(game.blue, endTime)];
  const points = game.winner === 'draw' ? 1 / 2 : game.winner === 'red' ? 1 : 0;
  return {
    red: changeOf(red, blue, { points, weight: weights.red, endTime }),
    blue: changeOf(blue, red, { points: 1 - points, weight: weights.blue, endTime }),
  };
}
