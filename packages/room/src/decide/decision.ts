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
import { flagged, stopped } from '../clock.ts';
import { isOverdue } from '../correspondence.ts';
import { evolve } from '../evolve.ts';
import { firstMoveDeadline } from '../policy.ts';
import type { PlayingRoom, Room } from '../room.ts';
import { movesOf, NO_OFFERS, turnOf, userOf } from '../view.ts';

/**
 * The result of a command. `v`: the version that answers it; for a repeated command, that of the earlier event.
 * `refusal`: the command was refused but has events, like a move after the timeout.
 */
export interface Decision {
  room: Room;
  events: RoomEvent[];
  v: number;
  refusal?: ErrorCode;
}

export type Decided = Result<Decision, ErrorCode>;

export function unchanged(room: Room): Decided {
  return ok({ room, events: [], v: room.v });
}

export function withEvents(before: Room, events: RoomEvent[]): Decision {
  const room = events.reduce(evolve, before);
  return { room, events, v: before.v + 1 };
}

/** Returns the event that applies `change` to the header. */
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

/** Applies one update. */
export function updated(room: Room, now: number, change: Partial<RoomHeader>): Decided {
  return ok(withEvents(room, [update(room, now, change)]));
}

/** Returns the outcome of a started game as header fields. */
export function verdictOf({ winner, endReason }: Outcome): Pick<RoomHeader, keyof Outcome | 'status'> {
  return { status: winner === null ? 'playing' : 'over', winner, endReason };
}

/** Returns the header fields of an end that the board did not cause. */
function endOf(room: PlayingRoom, now: number): Partial<RoomHeader> {
  return { ...NO_OFFERS, ...stopped(room.header, turnOf(room), now), moveDeadline: null };
}

/** Ends the game by a result that the board did not cause. `change`: further header fields. */
export function endedNow(
  room: PlayingRoom,
  winner: Winner,
  endReason: EndReason,
  now: number,
  change: Partial<RoomHeader> = {},
): Decision {
  const verdict = verdictOf({ winner, endReason });
  return withEvents(room, [update(room, now, { ...endOf(room, now), ...verdict, ...change })]);
}

/** Aborts the game: `by` made no first move or gave up before it. The game has no winner. */
export function aborted(room: PlayingRoom, by: Side, now: number): Decision {
  const abortedBy = userOf(room.header, by);
  return withEvents(room, [update(room, now, { ...endOf(room, now), status: 'aborted', abortedBy })]);
}

/**
 * Ends or aborts the game if the side to move has no time left, on its clock, for its first move or by its deadline; else
 * returns null. `lag`: ms not charged.
 */
export function timeUp(room: PlayingRoom, now: number, lag = 0): Decision | null {
  const mover = turnOf(room);
  const due = firstMoveDeadline(room);
  if (due !== null && now - lag >= due) return aborted(room, mover, now);
  const isLate = flagged(room.header, mover, now - lag) || isOverdue(room.header, now);
  if (!isLate) return null;
  const hasMoved = room.header.timeControl !== null || movesOf(room, mover) > 0;
  return hasMoved ? endedNow(room, otherSide(mover), 'TIME_UP', now) : aborted(room, mover, now);
}
