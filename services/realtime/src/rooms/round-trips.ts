/** Upper bound of a measured lag (ms), and number of measurements used. */
const LONGEST_LAG = 1_000;
const KEPT = 5;

/** Measured round trips of one socket. */
export interface RoundTrips {
  /** The last round trips, ms, oldest first. */
  recent: readonly number[];
  /** The event measured last, so that each counts once. */
  measured: string;
}

/** No measurements. Shared by all sockets, because it is immutable. */
export const NO_ROUND_TRIPS: RoundTrips = { recent: [], measured: '' };

/** Adds the client's acknowledgement of `event`, received `elapsed` ms after it was sent. Pure. */
export function withRoundTrip(before: RoundTrips, event: string, elapsed: number): RoundTrips {
  return event === before.measured
    ? before
    : { measured: event, recent: [...before.recent, Math.min(elapsed, LONGEST_LAG)].slice(-KEPT) };
}

/**
 * Returns the lag of a move on this socket: a whole round trip, for the opponent's move to the client and the answer
 * back; the median of the last measurements, 0 without any. A client that delays its answers gains no more than the
 * clock's quota (docs/clocks.md). ms. Pure.
 */
export function lagOf({ recent }: RoundTrips): number {
  const sorted = recent.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
}
