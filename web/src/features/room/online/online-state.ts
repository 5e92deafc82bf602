import { type ErrorCode, POLICIES } from '@doushouqi/protocol';
import { firstMoveDeadline, isOver, isPlaying, type OfferKind, seatOf, turnOf } from '@doushouqi/room';
import { type Game, newGame, type Point, play, type Side } from '@doushouqi/rules';
import { shallow } from 'zustand/shallow';
import type { GameClock, GameState } from '../../../game/controller.ts';
import type { ClockSync } from './clock-sync.ts';
import type { Local, WatchedRoom } from './reconcile.ts';

/**
 * Failures in a room: a move was not delivered, a sync failed, an answer cannot be applied to the board, a timeout
 * claim failed.
 */
export type Trouble = 'moveFailed' | 'syncFailed' | 'boardFailed' | 'timeoutFailed';

/** Notices of a room, besides those of every table. */
export type RoomNotice =
  /** The own move was not made: the game continued differently. */
  | { kind: 'overtaken' }
  | { kind: 'reconnected' }
  /** A failure that is retried automatically. */
  | { kind: Trouble }
  /** A user asks the others to hurry. */
  | { kind: 'nudged'; nickname: string };

/** A premove: made after `ply` half-moves and the opponent's next one. */
interface OnlinePremove {
  gameId: string;
  ply: number;
  from: Point;
  to: Point;
}

/** The data of the room; the state of the table is derived from it. */
export interface OnlineData {
  /**
   * `missing`: no such room; `free`: a press takes a seat; `closed`: not for spectators; `failed`: not loaded; `damaged`: the answer was no valid
   * game; `broken`: an error of this client. `start` retries.
   */
  phase: 'loading' | 'ready' | 'missing' | 'free' | 'closed' | 'failed' | 'damaged' | 'broken';
  /** The server's message for a room that could not be entered. */
  failure: string | null;
  local: Local;
  /** `none`: a visitor, who only polls; for visitors `down` means that the last request failed. */
  connection: 'none' | 'connecting' | 'up' | 'down';
  sync: ClockSync | null;
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

/** Refusals with an unknown outcome or a request to retry: the state of the room decides. */
export const UNDECIDED: readonly ErrorCode[] = ['UNAVAILABLE', 'ROOM_BUSY', 'INTERNAL', 'RATE_LIMITED'];

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
    // Only while the server is reachable.
    movers: own !== null && status === 'playing' && connection === 'up' ? ONLY[own] : NO_SIDES,
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

/** Returns the state of a room that is not loaded; a visitor has no connection to wait for. */
export function initialState(viewer: Viewer): OnlineState {
  const data: OnlineData = {
    phase: 'loading',
    failure: null,
    local: { room: null, pending: null },
    connection: viewer.userId === null ? 'none' : 'connecting',
    sync: null,
    premove: null,
    offeredAt: {},
  };
  return { ...data, ...shown(data, viewer, null) };
}
