import type { Player } from './world.ts';

/** Returns the smallest value that a share `part` of all does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the mean distance between rating and true strength. */
export function meanError(players: readonly Player[]): number {
  return mean(players.map(({ rating, strength }) => Math.abs(rating.rating - strength)));
}

/** Returns Pearson's correlation of rating and true strength. */
export function correlation(players: readonly Player[]): number {
  const ratings = players.map(({ rating }) => rating.rating);
  const strengths = players.map(({ strength }) => strength);
  const [r, s] = [mean(ratings), mean(strengths)];
  const products = players.map((_, i) => (ratings[i]! - r) * (strengths[i]! - s));
  const squares = (values: readonly number[], center: number) =>
    Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0));
  return products.reduce((sum, value) => sum + value, 0) / (squares(ratings, r) * squares(strengths, s));
}
