import { fromWirePair, OFFLINE_GRACE, type RoomSnapshot } from '@doushouqi/protocol';
import { SIDES } from '@doushouqi/rules';

/** A running game of the user, seen from outside its room. */
export interface RunningGame {
  opponentId: string;
  isOwnTurn: boolean;
  /** On the user's clock, ms. */
  left: number;
  /** Until the game is lost because the user is not connected to the room, ms; null while connected. */
  lostIn: number | null;
}

/**
 * Returns how the user's game stands `elapsed` ms after the snapshot was made, or null when the user plays no running
 * game there. Pure.
 */
export function runningGameOf(room: RoomSnapshot, userId: string, elapsed: number): RunningGame | null {
  const seat = room.players.indexOf(userId);
  const opponentId = room.players[1 - seat];
  if (room.status !== 'playing' || seat < 0 || opponentId === undefined) return null;
  const now = room.serverTime + elapsed;
  const side = SIDES[seat]!;
  const isOwnTurn = room.ply % 2 === seat;
  const used = isOwnTurn && room.lastMoveTime !== null ? now - room.lastMoveTime : 0;
  const since = fromWirePair(room.offlineSince)[side];
  return {
    opponentId,
    isOwnTurn,
    left: Math.max(0, fromWirePair(room.timeLeft)[side] - Math.max(0, used)),
    lostIn: since === null ? null : Math.max(0, since + OFFLINE_GRACE - now),
  };
}
