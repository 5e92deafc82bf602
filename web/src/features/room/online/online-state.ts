import { type ErrorCode, POLICIES } from '@doushouqi/protocol';
import { firstMoveDeadline, isOver, isPlaying, type OfferKind, seatOf, turnOf } from '@doushouqi/room';
import { type Game, newGame, type Point, play, type Side } from '@doushouqi/rules';
import { shallow } from 'zustand/shallow';
import type { GameClock, GameState } from '../../../game/controller.ts';
import type { ClockSync } from './clock-sync.ts';
import type { Local, WatchedRoom } from './reconcile.ts';

/** What is known of an online game, and what its table shows of that. Pure. */

/**
 * What goes wrong in a room (spec §8): a move that did not get there, a question for what is missing, an answer that
 * makes no sense on the board, a claim of time.
 */
export type Trouble = 'moveFailed' | 'syncFailed' | 'boardFailed' | 'timeoutFailed';

/** What the person in the room must be told, besides what every table tells. */
export type RoomNotice =
  /** The own move was not made: the game had gone another way. */
  | { kind: 'overtaken' }
  | { kind: 'reconnected' }
  /** Something went wrong; it is tried again by itself. */
  | { kind: Trouble }
  /** Somebody knocked on the board. */
  | { kind: 'nudged'; nickname: string };

/** A move chosen for the turn after `ply` half-moves and the opponent's next one. */
interface OnlinePremove {
  gameId: string;
  ply: number;
  from: Point;
  to: Point;
}

/** All that is known; what the table shows follows from it. */
export interface OnlineData {
  /**
   * `missing`: no such room; `failed`: it could not be loaded, `damaged`: what came was no game, `broken`: something
   * here failed; `start` tries again.
   */
  phase: 'loading' | 'ready' | 'missing' | 'failed' | 'damaged' | 'broken';
  /** The server's word for a room that could not be entered. */
  failure: string | null;
  local: Local;
  /** `none`: a visitor, who only polls; `down` for him: the last look failed. */
  connection: 'none' | 'connecting' | 'up' | 'down';
  sync: ClockSync | null;
  premove: OnlinePremove | null;
  /** When the own offers were last taken, monotonic ms: each needs a pause. */
  offeredAt: Partial<Record<OfferKind, number>>;
}

export interface OnlineState extends OnlineData, Omit<GameState, 'premove'> {}

/** Who looks: his side and his clock. */
export interface Viewer {
  /** Null for a visitor. */
  userId: string | null;
  /** The server's time by this client's reckoning, epoch ms; null before it was ever seen. */
  serverTime: () => number | null;
}

/** Refusals after which nobody knows, or which asked for another try: the room decides. */
export const UNDECIDED: readonly ErrorCode[] = ['UNAVAILABLE', 'ROOM_BUSY', 'INTERNAL', 'RATE_LIMITED'];

const UNKNOWN = newGame(POLICIES.casual.ruleSet);

/** The confirmed game with the pending move played on it. */
function shownOf({ room, pending }: Local): Game {
  if (!room) return UNKNOWN;
  if (!pending || pending.gameId !== room.header.gameId) return room.game;
  const played = play(room.game, pending);
  return played.ok ? played.value : room.game;
}

function clockOf(room: WatchedRoom, { serverTime }: Viewer): GameClock {
  const { timeLeft, lastMoveTime, timeControl } = room.header;
  return {
    timeLeft,
    // Nothing runs before the start and after the end.
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

const NO_USERS: readonly Side[] = [];
const ONLY: Readonly<Record<Side, readonly Side[]>> = { red: ['red'], blue: ['blue'] };

/** What a table shows of the facts; what has not changed since `before` is the very same. */
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
    // While the server is there to hear it.
    movers: own !== null && status === 'playing' && connection === 'up' ? ONLY[own] : NO_USERS,
    clock: shallow(before?.clock, clock) ? (before?.clock ?? null) : clock,
  };
}

/** The state after a change of the facts. */
export function withData(before: OnlineState, change: Partial<OnlineData>, viewer: Viewer): OnlineState {
  const data = { ...before, ...change };
  const after = { ...data, ...shown(data, viewer, before) };
  if (after.gameId === before.gameId && after.status === before.status) return after;
  // A new game may be asked for once in a game and once after it.
  const { reset: _reset, ...offeredAt } = after.offeredAt;
  return { ...after, offeredAt };
}

/** A room that nothing is known of yet; a visitor has no connection to wait for. */
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
