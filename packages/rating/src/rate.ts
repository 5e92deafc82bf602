import type { Winner } from '@doushouqi/rules';
import { type DatedRating, deviationAt, type Rating, rateScores, START } from './glicko.ts';
import type { Weights } from './weights.ts';

/** A game between two ratings as they were before it. */
export interface GameToRate {
  red: DatedRating;
  blue: DatedRating;
  winner: Winner;
  /** Epoch ms. */
  endTime: number;
  weights: Weights;
}

/** A rating at the time of a game, absence counted, and after it. */
export interface RatedChange {
  before: DatedRating;
  after: DatedRating;
}

/** Somebody who plays every day comes down to this; below it a real change of strength would take too long to show. */
const LEAST_DEVIATION = 45;
/** One odd result must not make a rating jump for weeks. */
const MOST_VOLATILITY = 0.1;

/** The rating that lies a part of the way between two. */
function between(from: Rating, to: Rating, part: number): Rating {
  const mixed = (key: keyof Rating) => from[key] + part * (to[key] - from[key]);
  return { rating: mixed('rating'), deviation: mixed('deviation'), volatility: mixed('volatility') };
}

/** The rating at the time of a game, without what else its holder has. */
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
      // A game that is handed over late does not turn a clock back.
      ratedAt: Math.max(before.ratedAt ?? 0, endTime),
    },
  };
}

/** What a game does to both ratings, each by the other's as it was before. */
export function rate(game: GameToRate): { red: RatedChange; blue: RatedChange } {
  const { endTime, weights } = game;
  const [red, blue] = [at(game.red, endTime), at(game.blue, endTime)];
  const points = game.winner === 'draw' ? 1 / 2 : game.winner === 'red' ? 1 : 0;
  return {
    red: changeOf(red, blue, { points, weight: weights.red, endTime }),
    blue: changeOf(blue, red, { points: 1 - points, weight: weights.blue, endTime }),
  };
}
