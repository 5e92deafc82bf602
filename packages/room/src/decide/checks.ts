import { err, ok, otherSide } from '@doushouqi/rules';
import { compensated } from '../clock.ts';
import { mayAbort } from '../policy.ts';
import type { PlayingRoom, Room } from '../room.ts';
import { isPlaying, offlineDeadline, seatOf, userOf } from '../view.ts';
import {
  aborted,
  type Decided,
  type Decision,
  endedNow,
  timeUp,
  unchanged,
  update,
  withEvents,
} from './decision.ts';

const MAX_COMPENSATION_MS = 60_000;

/** Executes a player's claim that the side to move has no time left. */
export function flag(room: Room, userId: string, now: number): Decided {
  if (!seatOf(room.header, userId)) return err('NOT_A_PLAYER');
  if (room.header.gameId === null) return err('NOT_PLAYING');
  if (!isPlaying(room)) return unchanged(room);
  const verdict = timeUp(room, now);
  return verdict ? ok(verdict) : err('NOT_FLAGGED');
}

/** Ends the game if a player was offline too long while the opponent was online; else returns null. */
function absenceVerdict(room: PlayingRoom, now: number): Decision | null {
  const deadline = offlineDeadline(room.header);
  if (!deadline || now < deadline.at) return null;
  if (mayAbort(room, deadline.side)) return aborted(room, deadline.side, now);
  const loser = userOf(room.header, deadline.side);
  const change = { offlinePlayerSurrendered: loser };
  return endedNow(room, otherSide(deadline.side), 'OFFLINE_SURRENDER', now, change);
}

/** Ends the game if its time ran out or a player was offline too long. Called by jobs and the sweeper. */
export function check(room: Room, now: number): Decided {
  if (!isPlaying(room)) return unchanged(room);
  const verdict = timeUp(room, now) ?? absenceVerdict(room, now);
  return verdict ? ok(verdict) : unchanged(room);
}

/**
 * Compensates the side to move for an outage of the service, once for each `outage` and by at most `most` ms. The days of
 * a correspondence game are compensated only for a restored backup, which has a higher `most`.
 */
export function compensate(
  room: Room,
  { outage, ms, most = MAX_COMPENSATION_MS }: { outage: string; ms: number; most?: number },
  now: number,
): Decided {
  if (!isPlaying(room) || room.outages.includes(outage)) return unchanged(room);
  const { moveDeadline } = room.header;
  if (moveDeadline !== null && most <= MAX_COMPENSATION_MS) return unchanged(room);
  const given = Math.min(ms, most);
  const clock =
    moveDeadline === null
      ? compensated(room.header, given, now)
      : { moveDeadline: moveDeadline + Math.max(0, given) };
  return ok(withEvents(room, [update(room, now, { ...clock, outage })]));
}
