/** A rating after a game, `at` in epoch ms. */
export interface RatingPoint {
  at: number;
  rating: number;
  deviation: number;
}

const DAY = 86_400_000;

/** Returns the last point of each UTC day, thinned evenly to at most `most` including the newest. Oldest first, as given. */
export function thinned(points: readonly RatingPoint[], most: number): RatingPoint[] {
  const dayOf = ({ at }: RatingPoint) => Math.floor(at / DAY);
  const days = points.filter((point, n) => {
    const next = points[n + 1];
    return next === undefined || dayOf(next) !== dayOf(point);
  });
  const step = Math.ceil(days.length / most);
  return days.filter((_, n) => (days.length - 1 - n) % step === 0);
}
