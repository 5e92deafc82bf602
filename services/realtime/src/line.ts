/** Longest lag that is believed, and how many measures a socket's lag is taken from. ms. */
const LONGEST_LAG = 1_000;
const KEPT = 5;

/** How long messages take on a socket, as this node measured it. One for each socket. */
export interface Line {
  /** Round trips of the last events, ms, oldest first. */
  roundTrips: readonly number[];
  /** The event that was measured last, so that each counts once. */
  measured: string;
}

/** Nothing was measured yet. One for all sockets: lines never change. */
export const NEW_LINE: Line = { roundTrips: [], measured: '' };

/** The line after the client's word for `event` came `elapsed` ms after it was sent. Pure. */
export const withRoundTrip = (line: Line, event: string, elapsed: number): Line =>
  event === line.measured
    ? line
    : { measured: event, roundTrips: [...line.roundTrips, Math.min(elapsed, LONGEST_LAG)].slice(-KEPT) };

/**
 * What a move over this line is late by: the opponent's move on its way out and the answer on its way back, so a
 * whole round trip; the median of the last few, 0 while nothing was measured. A client that answers slowly on
 * purpose gains no more than the clock's quota (docs/clocks.md). ms. Pure.
 */
export const lagOf = ({ roundTrips }: Line): number => {
  const sorted = roundTrips.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
};
