/** The server's clock relative to this client's monotonic clock. Milliseconds. */
export interface ClockSync {
  /** Server time minus monotonic time. */
  offset: number;
  /** Duration of the request; the error of the offset is at most half of it. */
  roundTrip: number;
}

/**
 * Adds an observation of the server's clock: requested at `sentAt`, answered at `receivedAt` (monotonic). The fastest
 * answer is the most precise. If two observations contradict each other, a clock jumped and the newer one counts.
 * Pure.
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
  // One millisecond of tolerance, because the server sends whole numbers.
  const agree = Math.abs(seen.offset - known.offset) <= (seen.roundTrip + known.roundTrip) / 2 + 1;
  return agree && known.roundTrip <= roundTrip ? known : seen;
}
