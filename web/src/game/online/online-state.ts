import type { ErrorCode } from '@doushouqi/protocol';
import { type Game, type Player, type Point, play } from '@doushouqi/rules';
import type { ClockSync } from './clock.ts';
import type { CooledOffer } from './offers.ts';
import type { Local } from './reconcile.ts';

/** What a room screen shows of an online game, and what it is told. Pure. */

/** What the person at the board must be told. */
export type Notice =
  /** `from`: the piece that went back. */
  | { kind: 'refused'; code: ErrorCode; message: string; from: Point | null }
  | { kind: 'overtaken' }
  | { kind: 'reconnected' }
  /** The premove was not legal when its turn came. */
  | { kind: 'premoveDropped' }
  /** Somebody knocked on the board. */
  | { kind: 'nudged'; nickname: string };

/** A move chosen for the turn after `ply` half-moves and the opponent's next one. */
interface Premove {
  gameId: string;
  ply: number;
  from: Point;
  to: Point;
}

export interface OnlineState {
  /** `missing`: no such room; `failed`: it could not be loaded, `start` tries again. */
  phase: 'loading' | 'ready' | 'missing' | 'failed';
  /** The server's word for a room that could not be entered. */
  failure: string | null;
  local: Local;
  /** The game with the pending move played: what the board shows. */
  shown: Game | null;
  /** `none`: a visitor, who only polls. */
  connection: 'none' | 'connecting' | 'up' | 'down';
  clock: ClockSync | null;
  premove: Premove | null;
  /** When the own offers that need a pause were last taken, monotonic ms. */
  offeredAt: Partial<Record<CooledOffer, number>>;
}

/** A room that nothing is known of yet; a visitor has no connection to wait for. */
export const initialState = (userId: string | null): OnlineState => ({
  phase: 'loading',
  failure: null,
  local: { room: null, pending: null },
  shown: null,
  connection: userId === null ? 'none' : 'connecting',
  clock: null,
  premove: null,
  offeredAt: {},
});

/** The confirmed game with the pending move played on it. */
export const shownOf = ({ room, pending }: Local): Game | null => {
  if (!room || !pending || pending.gameId !== room.header.gameId) return room?.game ?? null;
  const played = play(room.game, pending);
  return played.ok ? played.value : room.game;
};

/** 1 or 2 for a player of the room, null for everybody else. */
export const seatOf = ({ local }: OnlineState, userId: string | null): Player | null => {
  const seat = userId === null ? -1 : (local.room?.header.players.indexOf(userId) ?? -1);
  return seat === 0 ? 1 : seat === 1 ? 2 : null;
};

/** The server's clock by this client's monotonic one, epoch ms; null before it was ever seen. */
export const serverTimeAt = ({ clock }: OnlineState, now: number): number | null =>
  clock && now + clock.offset;
