const DAY_MS = 86_400_000;
/** Monday, 5 January 1970: weeks begin on Mondays, UTC. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** How many backups are stored: the newest ones, and the newest one of each of the last days and weeks that have one. */
export interface RetentionPolicy {
  last: number;
  daily: number;
  weekly: number;
}

/** Returns the newest time of each of the `count` latest periods. */
function newestOfPeriods(
  times: readonly number[],
  count: number,
  periodOf: (time: number) => number,
): number[] {
  const newest = new Map(times.toSorted((a, b) => a - b).map((time) => [periodOf(time), time]));
  return [...newest]
    .sort(([a], [b]) => b - a)
    .slice(0, count)
    .map(([, time]) => time);
}

/** Returns the times (epoch ms) of backups that a policy deletes; never the newest one. Pure. */
export function expiredTimes(times: readonly number[], { last, daily, weekly }: RetentionPolicy): number[] {
  const stored = new Set([
    ...newestOfPeriods(times, Math.max(1, last), (time) => time),
    ...newestOfPeriods(times, daily, (time) => Math.floor(time / DAY_MS)),
    ...newestOfPeriods(times, weekly, (time) => Math.floor((time - FIRST_MONDAY_MS) / (7 * DAY_MS))),
  ]);
  return times.filter((time) => !stored.has(time));
}
