/** Average wait of recently paired users. */
export interface WaitAverage {
  seconds: number;
  /** Time of the last pair, epoch ms. */
  at: number;
  /** Number of waits in it. */
  count: number;
}

/** Width of a rating band with one average. */
const BAND = 200;
/** Weight of the last wait in the average. */
const WEIGHT = 0.15;
/** An average is outdated after this time. Milliseconds. */
const OUTDATED_AFTER = 2 * 60 * 60 * 1_000;
/** Waits without which an average is no forecast. */
const ENOUGH = 10;

/** Returns the field of the average of a pool and rating; without a rating, of the whole pool. */
export function fieldOf(pool: string, rating?: number): string {
  return rating === undefined ? pool : `${pool}:${Math.floor(rating / BAND)}`;
}

/** Parses a stored average, `SECONDS TIME COUNT`; older versions stored no count. */
export function parseAverage(stored: string | null | undefined): WaitAverage | null {
  const [seconds, at, count = 1] = (stored ?? '').split(' ').map(Number);
  return seconds === undefined || at === undefined ? null : { seconds, at, count };
}

/** Formats an average for storage. */
export function formatAverage({ seconds, at, count }: WaitAverage): string {
  return `${seconds.toFixed(2)} ${at} ${count}`;
}

/** Returns the average after one more wait of `waited` seconds. The first waits have equal weights. */
export function averageWait(before: WaitAverage | null, waited: number, now: number): WaitAverage {
  const isFresh = before !== null && now - before.at < OUTDATED_AFTER;
  if (!isFresh) return { seconds: waited, at: now, count: 1 };
  const count = before.count + 1;
  const weight = Math.max(WEIGHT, 1 / count);
  return { seconds: before.seconds + weight * (waited - before.seconds), at: now, count };
}

/** Returns the expected wait in whole seconds by the first average of enough fresh waits, or null. */
export function expectedWaitOf(averages: readonly (WaitAverage | null)[], now: number): number | null {
  const fresh = averages.find((one) => one !== null && one.count >= ENOUGH && now - one.at < OUTDATED_AFTER);
  return fresh ? Math.max(1, Math.round(fresh.seconds)) : null;
}
