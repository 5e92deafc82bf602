import {
  type ApiError,
  type ErrorCode,
  ROOM_POLL_INTERVAL,
  VISITOR_POLL_INTERVAL,
} from '@doushouqi/protocol';
import type { Point } from '@doushouqi/rules';
import { type ClockSync, observeClock } from './clock.ts';
import type { Local } from './reconcile.ts';

/** Intervals and timeouts. Milliseconds. */
export const DELAYS = {
  /** Interval of polls, independent of events. */
  poll: ROOM_POLL_INTERVAL,
  /** The same for a visitor while the game runs. */
  visit: VISITOR_POLL_INTERVAL,
  /** After this time an acknowledgement counts as lost. */
  ack: 5_000,
  /** Maximum delay of an event after the acknowledgement that announced it. */
  event: 1_000,
  /** Pause before a request is repeated. */
  retry: 1_000,
};

/** What a client knows of its room. */
export interface RoomState {
  local: Local;
  /** `none`: a visitor, who only polls; for visitors `down` means that the last request failed. */
  connection: 'none' | 'connecting' | 'up' | 'down';
  sync: ClockSync | null;
}

/** Holds the state of a client. A caller that derives more from it passes its own. */
export interface StateHolder {
  get(): RoomState;
  set(change: Partial<RoomState>): void;
}

/** Returns the state before the room is loaded; a visitor has no connection to wait for. */
export function initialRoomState(userId: string | null): RoomState {
  return {
    local: { room: null, pending: null },
    connection: userId === null ? 'none' : 'connecting',
    sync: null,
  };
}

export function createHolder(userId: string | null): StateHolder {
  let state = initialRoomState(userId);
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
    },
  };
}

/** Adds the server's time in the answer to a request of `sentAt`, monotonic ms. */
export function observe(holder: StateHolder, serverTime: number, sentAt: number, now: number): void {
  holder.set({ sync: observeClock(holder.get().sync, serverTime, sentAt, now) });
}

/** Returns the server's time, epoch ms, at the monotonic time `now`; null before the first observation. */
export function serverTimeOf({ sync }: RoomState, now: number): number | null {
  return sync && now + sync.offset;
}

/** A failure that is retried: a move was not delivered, a sync failed, an answer cannot be applied to the board. */
export type Trouble = 'moveFailed' | 'syncFailed' | 'boardFailed';

/** What a user should notice. */
export type RoomNotice =
  /** The own move was not made: the game continued differently. */
  | { kind: 'overtaken' }
  /** The server refused the own move, for the reason in `message`. */
  | { kind: 'refused'; message: string; from: Point }
  | { kind: 'reconnected' }
  | { kind: Trouble }
  /** A user asks the others to hurry. */
  | { kind: 'nudged'; nickname: string };

/** Refusals with an unknown outcome or a request to retry: the state of the room decides. */
export const UNDECIDED: readonly ErrorCode[] = ['UNAVAILABLE', 'ROOM_BUSY', 'INTERNAL', 'RATE_LIMITED'];
/** Refusals that a retry does not change. */
export const FINAL: readonly ApiError['code'][] = ['ROOM_NOT_FOUND', 'SEAT_FREE', 'SPECTATORS_CLOSED'];
