import type { RoomHeader } from '@doushouqi/protocol';
import type { Player } from '@doushouqi/rules';

/** Clock display (lessons B): always stored time against the server's clock, never counted down. Pure. */

/** Below this the clock wears its ring (look §6); below the next it shows tenths. Milliseconds. */
export const LOW_TIME = 30_000;
const TENTHS_BELOW = 10_000;

/** The server's clock as seen from this client's monotonic one. Milliseconds. */
export interface ClockSync {
  /** Server time minus monotonic time. */
  offset: number;
  /** How long the question took; the offset is right to half of it. */
  roundTrip: number;
}

/**
 * Takes in one more look at the server's clock: asked at `sentAt`, answered at `receivedAt` (monotonic).
 * The quickest answer is the truest, unless the two cannot both be right: then a clock jumped.
 */
export const observeClock = (
  known: ClockSync | null,
  serverTime: number,
  sentAt: number,
  receivedAt: number,
): ClockSync => {
  const roundTrip = receivedAt - sentAt;
  const seen = { offset: serverTime - (sentAt + receivedAt) / 2, roundTrip };
  if (!known) return seen;
  // One millisecond of slack for the server's whole numbers.
  const agree = Math.abs(seen.offset - known.offset) <= (seen.roundTrip + known.roundTrip) / 2 + 1;
  return agree && known.roundTrip <= roundTrip ? known : seen;
};

type Clocks = Pick<RoomHeader, 'status' | 'timeLeft' | 'lastMoveTime'>;

/**
 * Milliseconds that a player has left at the server's `serverNow`; never below 0.
 * @param turn whose clock runs
 */
export const timeLeftOf = (header: Clocks, player: Player, turn: Player, serverNow: number): number => {
  const stored = player === 1 ? header.timeLeft.player1 : header.timeLeft.player2;
  const runs = header.status === 'playing' && header.lastMoveTime !== null && player === turn;
  const spent = runs ? Math.max(0, serverNow - header.lastMoveTime!) : 0;
  return Math.max(0, stored - spent);
};

/** `4:07`; with tenths, as `9.4`, in the last ten seconds; `0:00` at the end. */
export const formatClock = (left: number): string => {
  if (left > 0 && left < TENTHS_BELOW) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
