import { POLICIES } from '@doushouqi/protocol';
import { firstMoveDeadline, isOver, isPlaying, type OfferKind, seatOf, turnOf } from '@doushouqi/room';
import {
  type RoomNotice as ClientNotice,
  initialRoomState,
  type Local,
  type RoomState,
  type WatchedRoom,
} from '@doushouqi/room-client';
import { type Game, newGame, type Point, play, type Side } from '@doushouqi/rules';
import { shallow } from 'zustand/shallow';
import type { GameClock, GameState } from '../../../game/controller.ts';

/** Notices of a room, besides those of every table. `timeoutFailed`: a timeout claim failed. */
export type RoomNotice = Exclude<ClientNotice, { kind: 'refused' }> | { kind: 'timeoutFailed' };

/** A premove: made after `ply` half-moves and the opponent's next one. */
interface OnlinePremove {
  gameId: string;
  ply: number;
  from: Point;
  to: Point;
}

/** The data of the room; the state of the table is derived from it. */
export interface OnlineData extends RoomState {
  /**
   * `missing`: no such room; `free`: a press takes a seat; `closed`: not for spectators; `failed`: not loaded; `damaged`: the answer was no valid
   * game; `broken`: an error of this client. `start` retries.
   */
  phase: 'loading' | 'ready' | 'missing' | 'free' | 'closed' | 'failed' | 'damaged' | 'broken';
  /** The server's message for a room that could not be entered. */
  failure: string | null;
  premove: OnlinePremove | null;
  /** When the own offers were last made, monotonic ms: each has a cooldown. */
  offeredAt: Partial<Record<OfferKind, number>>;
}

export interface OnlineState extends OnlineData, Omit<GameState, 'premove'> {}

/** The current user. */
export interface Viewer {
  /** Null for a visitor. */
  userId: string | null;
  /** The server's time as estimated by this client, epoch ms; null before the first observation. */
  serverTime: () => number | null;
}

const UNKNOWN = newGame(POLICIES.casual.ruleSet);

/** The confirmed game with the pending move played on it. */
function shownOf({ room, pending }: Local): Game {
  if (!room) return UNKNOWN;
  if (!pending || pending.gameId !== room.header.gameId) return room.game;
  const played = play(room.game, pending);
  return played.ok ? played.value : room.game;
}

function clockOf(room: WatchedRoom, { serverTime }: Viewer): GameClock | null {
  const { timeLeft, lastMoveTime, timeControl } = room.header;
  if (!timeControl) return null;
  return {
    timeLeft,
    // No clock runs before the start and after the end.
    lastMoveTime: isPlaying(room) ? lastMoveTime : null,
    control: timeControl,
    turn: turnOf(room),
    firstMoveBy: firstMoveDeadline(room),
    now: serverTime,
  };
}

function statusOf(room: WatchedRoom | null): GameState['status'] {
  if (!room || !(isPlaying(room) || isOver(room))) return 'waiting';
  return isOver(room) ? 'over' : 'playing';
}

const NO_SIDES: readonly Side[] = [];
const ONLY: Readonly<Record<Side, readonly Side[]>> = { red: ['red'], blue: ['blue'] };

/** Derives the state of the table; values that have not changed since `before` keep their identity. */
function shown(
  { local, connection }: OnlineData,
  viewer: Viewer,
  before: OnlineState | null,
): Omit<GameState, 'premove'> {
  const { room } = local;
  const own = room && seatOf(room.header, viewer.userId);
  const status = statusOf(room);
  const clock = room && clockOf(room, viewer);
  return {
    gameId: room?.header.gameId ?? null,
    game: before && before.local === local ? before.game : shownOf(local),
    version: room?.v ?? 0,
    status,
    own,
    // Not while the server is unreachable; a move before the first connection is sent after it.
    movers:
      own !== null && status === 'playing' && (connection === 'up' || connection === 'connecting')
        ? ONLY[own]
        : NO_SIDES,
    clock: shallow(before?.clock, clock) ? (before?.clock ?? null) : clock,
  };
}

/** Returns the state after a change of the data. Pure. */
export function withData(before: OnlineState, change: Partial<OnlineData>, viewer: Viewer): OnlineState {
  const data = { ...before, ...change };
  const after = { ...data, ...shown(data, viewer, before) };
  if (after.gameId === before.gameId && after.status === before.status) return after;
  // Each game, and each end of a game, allows its own request for a reset.
  const { reset: _reset, ...offeredAt } = after.offeredAt;
  return { ...after, offeredAt };
}

/** Returns the state of a room that is not loaded. */
export function initialState(viewer: Viewer): OnlineState {
  const data: OnlineData = {
    phase: 'loading',
    failure: null,
    ...initialRoomState(viewer.userId),
    premove: null,
    offeredAt: {},
  };
  return { ...data, ...shown(data, viewer, null) };
}
