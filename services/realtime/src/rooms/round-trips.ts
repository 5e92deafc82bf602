/** Longest lag that is believed, and how many measures a socket's lag is taken from. ms. */
const LONGEST_LAG = 1_000;
const KEPT = 5;

/** How long messages take to a socket's client and back, as this node measured it. One for each socket. */
export interface RoundTrips {
  /** Of the last events, ms, oldest first. */
  recent: readonly number[];
  /** The event that was measured last, so that each counts once. */
  measured: string;
}

/** Nothing was measured yet. One value for all sockets, as it is never changed. */
export const NO_ROUND_TRIPS: RoundTrips = { recent: [], measured: '' };

/** With the client's word for `event`, which came `elapsed` ms after it was sent. Pure. */
export function withRoundTrip(before: RoundTrips, event: string, elapsed: number): RoundTrips {
  return event === before.measured
    ? before
    : { measured: event, recent: [...before.recent, Math.min(elapsed, LONGEST_LAG)].slice(-KEPT) };
}

/**
 * What a move on this socket is late by: the opponent's move on its way out and the answer on its way back, so a
 * whole round trip; the median of the last few, 0 while nothing was measured. A client that answers slowly on
 * purpose gains no more than the clock's quota (docs/clocks.md). ms. Pure.
 */
export function lagOf({ recent }: RoundTrips): number {
  const sorted = recent.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
}
