/** Returns the value below which a share `p` (0..1) of `values` lies; NaN without values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((a, b) => a + b, 0);
}
