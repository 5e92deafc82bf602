import { OFFLINE_GRACE, type RoomHeader } from '@doushouqi/protocol';
import { userOf } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';

/** A shorter break of the connection is not shown. Seconds. */
const UNNOTICED = 2;

/** Returns whether a player is offline or has left the room. */
export function isAway({ offlineSince, departed, players }: RoomHeader, side: Side): boolean {
  return offlineSince[side] !== null || departed.includes(userOf({ players }, side) ?? '');
}

/** Returns the seconds, rounded up, from `serverNow` to `deadline`. */
export function graceSeconds(deadline: number, serverNow: number): number {
  return Math.max(0, Math.ceil((deadline - serverNow) / 1000));
}

/** Returns whether an absence with so many seconds left has lasted long enough to be shown. */
export function isNoticed(seconds: number): boolean {
  return seconds <= OFFLINE_GRACE / 1000 - UNNOTICED;
}
