/** How long those who were paired last had waited, on average. */
export interface WaitAverage {
  seconds: number;
  /** When the last of them was paired, epoch ms. */
  at: number;
}

/** Ratings this wide share an average. */
const BAND = 200;
/** What the last wait counts in the average. */
const WEIGHT = 0.15;
/** An average of long ago says nothing about now. Milliseconds. */
const FORGOTTEN_AFTER = 2 * 60 * 60 * 1_000;

/** Under which name the average of a pool and a rating is kept; without a rating, that of the whole pool. */
export function fieldOf(pool: string, rating?: number): string {
  return rating === undefined ? pool : `${pool}:${Math.floor(rating / BAND)}`;
}

/** As it is kept: seconds and time with a space between them. */
export function parseAverage(kept: string | null | undefined): WaitAverage | null {
  const [seconds, at] = (kept ?? '').split(' ').map(Number);
  return seconds === undefined || at === undefined ? null : { seconds, at };
}

/** The average after one more wait of so many seconds. */
export function averageWait(before: WaitAverage | null, waited: number, now: number): WaitAverage {
  const isFresh = before !== null && now - before.at < FORGOTTEN_AFTER;
  return { seconds: isFresh ? before.seconds + WEIGHT * (waited - before.seconds) : waited, at: now };
}

/** Whole seconds that somebody is to expect, by the first average that is not too old; null where there is none. */
export function expectedWaitOf(averages: readonly (WaitAverage | null)[], now: number): number | null {
  const fresh = averages.find((one) => one !== null && now - one.at < FORGOTTEN_AFTER);
  return fresh ? Math.max(1, Math.round(fresh.seconds)) : null;
}
