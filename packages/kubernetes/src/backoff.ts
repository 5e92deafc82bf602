const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * How long to wait after so many failures in a row, ms: from half a second to half a minute. `random` (0 to 1) spreads
 * those that failed at the same moment over half of that time. Pure.
 */
export function backoffDelay(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return longest / 2 + (longest / 2) * random;
}
