import { err, ok, otherSide } from '@doushouqi/rules';
import { givenBack } from '../clock.ts';
import { mayAbort } from '../policy.ts';
import type { PlayingRoom, Room } from '../room.ts';
import { isPlaying, offlineDeadline, seatOf, userOf } from '../view.ts';
import {
  aborted,
  type Decided,
  type Decision,
  endedNow,
  happened,
  nothing,
  timeUp,
  update,
} from './decision.ts';

/** Most that one outage of ours gives back. Milliseconds. */
const MOST_GIVEN_BACK = 60_000;

/** A player claims that the side to move ran out of time. */
export function flag(room: Room, userId: string, now: number): Decided {
  if (!seatOf(room.header, userId)) return err('NOT_A_PLAYER');
  if (room.header.gameId === null) return err('NOT_PLAYING');
  if (!isPlaying(room)) return nothing(room);
  const verdict = timeUp(room, now);
  return verdict ? ok(verdict) : err('NOT_FLAGGED');
}

/** Somebody stayed away too long while the opponent was there. */
function stayedAway(room: PlayingRoom, now: number): Decision | null {
  const deadline = offlineDeadline(room.header);
  if (!deadline || now < deadline.at) return null;
  if (mayAbort(room, deadline.side)) return aborted(room, deadline.side, now);
  const loser = userOf(room.header, deadline.side);
  const change = { offlinePlayerSurrendered: loser };
  return endedNow(room, otherSide(deadline.side), 'OFFLINE_SURRENDER', now, change);
}

/** A job or the sweeper looks whether a clock ran out or somebody stayed away; most often nothing is so. */
export function look(room: Room, now: number): Decided {
  if (!isPlaying(room)) return nothing(room);
  const verdict = timeUp(room, now) ?? stayedAway(room, now);
  return verdict ? ok(verdict) : nothing(room);
}

/** Time that an outage of ours cost the side to move is given back, once for each `outage`; `most` of it. */
export function giveBack(
  room: Room,
  { outage, ms, most = MOST_GIVEN_BACK }: { outage: string; ms: number; most?: number },
  now: number,
): Decided {
  if (!isPlaying(room) || room.outages.includes(outage)) return nothing(room);
  const clock = givenBack(room.header, Math.min(ms, most), now);
  return ok(happened(room, [update(room, now, { ...clock, outage })]));
}
