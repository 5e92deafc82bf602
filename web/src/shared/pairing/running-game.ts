import { fromWirePair, OFFLINE_GRACE, POLICIES, type RoomSnapshot } from '@doushouqi/protocol';
import { SIDES } from '@doushouqi/rules';

/** A running game of the user, seen from outside its room. */
export interface RunningGame {
  opponentId: string;
  isOwnTurn: boolean;
  /** Remaining time of the user, ms. */
  left: number;
  /** Milliseconds until the absent user loses: by the lost connection, or, in a tournament, by the missing first move. */
  lostIn: number | null;
}

/** Returns when (epoch ms) the side to move loses a game of a tournament by its missing first move; else null. Pure. */
function forfeitAt({ kind, ply, lastMoveTime }: RoomSnapshot): number | null {
  const { firstMoveTime, returnsTo } = POLICIES[kind];
  if (returnsTo !== 'context' || firstMoveTime === null || lastMoveTime === null || ply > 1) return null;
  return lastMoveTime + firstMoveTime;
}

/**
 * Returns the state of the user's game `elapsed` ms after the snapshot, or null if the user plays no running game with
 * clocks there. Pure.
 */
export function runningGameOf(room: RoomSnapshot, userId: string, elapsed: number): RunningGame | null {
  const seat = room.players.indexOf(userId);
  const opponentId = room.players[1 - seat];
  // Correspondence games have their own list.
  const isTimed = room.status === 'playing' && room.timeControl !== null;
  if (!isTimed || seat < 0 || opponentId === undefined) return null;
  const now = room.serverTime + elapsed;
  const side = SIDES[seat]!;
  const isOwnTurn = room.ply % 2 === seat;
  const used = isOwnTurn && room.lastMoveTime !== null ? now - room.lastMoveTime : 0;
  const since = fromWirePair(room.offlineSince)[side];
  const ends = [since && since + OFFLINE_GRACE, isOwnTurn ? forfeitAt(room) : null].filter(
    (at) => at !== null,
  );
  return {
    opponentId,
    isOwnTurn,
    left: Math.max(0, fromWirePair(room.timeLeft)[side] - Math.max(0, used)),
    lostIn: ends.length === 0 ? null : Math.max(0, Math.min(...ends) - now),
  };
}
