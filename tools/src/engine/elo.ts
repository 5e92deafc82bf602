/** What the results of a match say about strength. */

/** Of pairs of games with the colours changed: how many gave the first player 0, ½, 1, 1½ and 2 points. */
export type Pairs = readonly [number, number, number, number, number];

export interface Rating {
  /** Points per game of the first player, 0 to 1. */
  readonly score: number;
  /** Elo of the first player above the second; infinite when one won everything. */
  readonly elo: number;
  /** Half the 95 % interval of it. */
  readonly error: number;
}

function eloOf(score: number): number {
  return score <= 0 ? -Infinity : score >= 1 ? Infinity : -400 * Math.log10(1 / score - 1);
}

/** The rating from pairs, whose results hang together: the interval is that of pairs and not of games. */
export function ratingOf(pairs: Pairs): Rating {
  const count = pairs.reduce((sum, pair) => sum + pair, 0);
  if (count === 0) return { score: 0.5, elo: 0, error: Infinity };
  const score = pairs.reduce((sum, pair, points) => sum + (pair * points) / 4, 0) / count;
  const variance = pairs.reduce((sum, pair, points) => sum + pair * (points / 4 - score) ** 2, 0) / count;
  const deviation = 1.96 * Math.sqrt(variance / count);
  const [low, high] = [eloOf(score - deviation), eloOf(score + deviation)];
  return { score, elo: eloOf(score), error: (high - low) / 2 };
}
