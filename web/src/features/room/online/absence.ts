import { OFFLINE_GRACE, type RoomHeader } from '@doushouqi/protocol';
import { userOf } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';

/** Who of the players is away, and what is said of it (spec §4). Pure. */

/** A break of the connection shorter than this is not worth a word. Seconds. */
const UNNOTICED = 2;

/** Whether a player has no connection to the room, or has left it. */
export function isAway({ offlineSince, departed, players }: RoomHeader, side: Side): boolean {
  return offlineSince[side] !== null || departed.includes(userOf({ players }, side) ?? '');
}

/** Seconds, rounded up, until `deadline` at `serverNow`. */
export function graceSeconds(deadline: number, serverNow: number): number {
  return Math.max(0, Math.ceil((deadline - serverNow) / 1000));
}

/** Whether an absence with so many seconds left has lasted long enough to be spoken of. */
export function isNoticed(seconds: number): boolean {
  return seconds <= OFFLINE_GRACE / 1000 - UNNOTICED;
}
