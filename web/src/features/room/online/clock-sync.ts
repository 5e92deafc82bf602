/** The server's clock as seen from this client's monotonic one. Milliseconds. */
export interface ClockSync {
  /** Server time minus monotonic time. */
  offset: number;
  /** How long the question took; the offset is right to half of it. */
  roundTrip: number;
}

/**
 * Takes in one more look at the server's clock: asked at `sentAt`, answered at `receivedAt` (monotonic).
 * The quickest answer is the truest, unless the two cannot both be right: then a clock jumped. Pure.
 */
export function observeClock(
  known: ClockSync | null,
  serverTime: number,
  sentAt: number,
  receivedAt: number,
): ClockSync {
  const roundTrip = receivedAt - sentAt;
  const seen = { offset: serverTime - (sentAt + receivedAt) / 2, roundTrip };
  if (!known) return seen;
  // One millisecond of slack for the server's whole numbers.
  const agree = Math.abs(seen.offset - known.offset) <= (seen.roundTrip + known.roundTrip) / 2 + 1;
  return agree && known.roundTrip <= roundTrip ? known : seen;
}
