import type { ErrorCode, RoomEvent, RoomHeader, UpdateEvent } from '@doushouqi/protocol';
import {
  type EndReason,
  type Outcome,
  ok,
  otherSide,
  type Result,
  type Side,
  type Winner,
} from '@doushouqi/rules';
import { type Clock, flagged, stopped } from '../clock.ts';
import { evolve } from '../evolve.ts';
import { firstMoveDeadline } from '../policy.ts';
import type { PlayingRoom, Room } from '../room.ts';
import { NO_OFFERS, turnOf, userOf } from '../view.ts';

/**
 * What came of a command. `v`: the version that answers it (of an earlier event where the command came twice).
 * `refusal`: the command itself was refused although something happened, as when a move came after the flag.
 */
export interface Decision {
  room: Room;
  events: RoomEvent[];
  v: number;
  refusal?: ErrorCode;
}

export type Decided = Result<Decision, ErrorCode>;

export function nothing(room: Room): Decided {
  return ok({ room, events: [], v: room.v });
}

export function happened(before: Room, events: RoomEvent[]): Decision {
  const room = events.reduce(evolve, before);
  return { room, events, v: before.v + 1 };
}

/** The event that makes the room what it is but for `change`. */
export function update(
  room: Room,
  now: number,
  change: Partial<RoomHeader> & Pick<UpdateEvent, 'outage'>,
): RoomEvent {
  return {
    type: 'gameStateUpdate',
    roomId: room.id,
    v: room.v + 1,
    at: now,
    ...room.header,
    ...change,
  };
}

/** One update and nothing else. */
export function updated(room: Room, now: number, change: Partial<RoomHeader>): Decided {
  return ok(happened(room, [update(room, now, change)]));
}

/** How a begun game stands, as the header says it. */
export function verdictOf({ winner, endReason }: Outcome): Pick<RoomHeader, keyof Outcome | 'status'> {
  return { status: winner === null ? 'playing' : 'over', winner, endReason };
}

function endOf(winner: Winner, endReason: EndReason, clock: Clock): Partial<RoomHeader> {
  return {
    ...NO_OFFERS,
    ...verdictOf({ winner, endReason }),
    ...clock,
  };
}

/** The game ends by a verdict from outside the board; `change`: what else is so from now on. */
export function endedNow(
  room: PlayingRoom,
  winner: Winner,
  endReason: EndReason,
  now: number,
  change: Partial<RoomHeader> = {},
): Decision {
  const clock = stopped(room.header, turnOf(room), now);
  return happened(room, [update(room, now, { ...endOf(winner, endReason, clock), ...change })]);
}

/** The game is over before it began: `by` made no first move, or gave up before it. Nobody won. */
export function aborted(room: PlayingRoom, by: Side, now: number): Decision {
  const change: Partial<RoomHeader> = {
    ...NO_OFFERS,
    ...stopped(room.header, turnOf(room), now),
    status: 'aborted',
    abortedBy: userOf(room.header, by),
  };
  return happened(room, [update(room, now, change)]);
}

/**
 * The verdict on time, from stored times alone; null while the side to move has time, for its first move and on its clock.
 * `lag`: ms not charged.
 */
export function timeUp(room: PlayingRoom, now: number, lag = 0): Decision | null {
  const mover = turnOf(room);
  const due = firstMoveDeadline(room);
  if (due !== null && now - lag >= due) return aborted(room, mover, now);
  return flagged(room.header, mover, now - lag) ? endedNow(room, otherSide(mover), 'TIME_UP', now) : null;
}
