const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * Returns the delay (ms) after consecutive failures, 500 ms to 30 s. `random` (0 to 1) spreads clients that failed at the
 * same time over half of the delay. Pure.
 */
export function backoffDelay(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return longest / 2 + (longest / 2) * random;
}
