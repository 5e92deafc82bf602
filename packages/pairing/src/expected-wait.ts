/** Average wait of recently paired users. */
export interface WaitAverage {
  seconds: number;
  /** Time of the last pair, epoch ms. */
  at: number;
}

/** Width of a rating band with one average. */
const BAND = 200;
/** Weight of the last wait in the average. */
const WEIGHT = 0.15;
/** An average is outdated after this time. Milliseconds. */
const OUTDATED_AFTER = 2 * 60 * 60 * 1_000;

/** Returns the field of the average of a pool and rating; without a rating, of the whole pool. */
export function fieldOf(pool: string, rating?: number): string {
  return rating === undefined ? pool : `${pool}:${Math.floor(rating / BAND)}`;
}

/** Parses a stored average, `SECONDS TIME`. */
export function parseAverage(stored: string | null | undefined): WaitAverage | null {
  const [seconds, at] = (stored ?? '').split(' ').map(Number);
  return seconds === undefined || at === undefined ? null : { seconds, at };
}

/** Returns the average after one more wait of `waited` seconds. */
export function averageWait(before: WaitAverage | null, waited: number, now: number): WaitAverage {
  const isFresh = before !== null && now - before.at < OUTDATED_AFTER;
  return { seconds: isFresh ? before.seconds + WEIGHT * (waited - before.seconds) : waited, at: now };
}

/** Returns the expected wait in whole seconds by the first average that is not outdated, or null. */
export function expectedWaitOf(averages: readonly (WaitAverage | null)[], now: number): number | null {
  const fresh = averages.find((one) => one !== null && now - one.at < OUTDATED_AFTER);
  return fresh ? Math.max(1, Math.round(fresh.seconds)) : null;
}
