import { SIDES, type Side, type Winner } from '@doushouqi/rules';
import type {
  ChatMessage,
  DecidedWireWinner,
  WirePair,
  WireRoomHeader,
  WireSide,
  WireWinner,
} from './entities.ts';
import { DEFAULT_DAYS_PER_MOVE } from './limits.ts';
import type { WireRoomEvent } from './socket/server-events.ts';

/**
 * Converts sides, winners and rooms between their written form (wire, stores) and their form in code. The codecs
 * of stored rooms, games and ratings build on it. Written forms: 1 red, 2 blue; winner 0 for a draw and -1 in progress; `player1` and `player2`;
 * `player1_win` and `player2_win`.
 */

export type BySide<T> = Readonly<Record<Side, T>>;

export function toWireSide(side: Side): WireSide {
  return side === 'red' ? 1 : 2;
}

export function fromWireSide(side: WireSide): Side {
  return SIDES[side - 1]!;
}

/** `winner` is null while the game is in progress. */
export function toWireWinner(winner: Winner): DecidedWireWinner;
export function toWireWinner(winner: Winner | null): WireWinner;
export function toWireWinner(winner: Winner | null): WireWinner {
  if (winner === null) return -1;
  return winner === 'draw' ? 0 : toWireSide(winner);
}

export function fromWireWinner(winner: DecidedWireWinner): Winner;
export function fromWireWinner(winner: WireWinner): Winner | null;
export function fromWireWinner(winner: WireWinner): Winner | null {
  if (winner === -1) return null;
  return winner === 0 ? 'draw' : fromWireSide(winner);
}

export function toWirePair<T>({ red, blue }: BySide<T>): WirePair<T> {
  return { player1: red, player2: blue };
}

export function fromWirePair<T>({ player1, player2 }: WirePair<T>): Record<Side, T> {
  return { red: player1, blue: player2 };
}

/** `over`: ended with a result; `aborted`: ended before both sides had moved, without one. */
export type RoomStatus = 'waiting' | 'playing' | 'over' | 'aborted';

/** The fields of a room except its moves: see `WireRoomHeader`. */
export interface RoomHeader
  extends Omit<WireRoomHeader, 'status' | 'winner' | 'timeLeft' | 'offlineSince' | 'drawOffers' | 'awaited'> {
  status: RoomStatus;
  winner: Winner | null;
  timeLeft: BySide<number>;
  offlineSince: BySide<number | null>;
  drawOffers: BySide<number>;
  awaited?: readonly Side[];
}

export function toWireStatus({
  status,
  winner,
}: Pick<RoomHeader, 'status' | 'winner'>): WireRoomHeader['status'] {
  if (status !== 'over') return status;
  return winner === 'red' ? 'player1_win' : winner === 'blue' ? 'player2_win' : 'draw';
}

export function fromWireStatus(status: WireRoomHeader['status']): RoomStatus {
  return status === 'waiting' || status === 'playing' || status === 'aborted' ? status : 'over';
}

/** Returns the header as written, its fields in the same order; keeps other fields of `header`. */
export function toWireHeader<H extends RoomHeader>(header: H): Omit<H, keyof RoomHeader> & WireRoomHeader {
  const { awaited } = header;
  return {
    ...header,
    status: toWireStatus(header),
    winner: toWireWinner(header.winner),
    timeLeft: toWirePair(header.timeLeft),
    offlineSince: toWirePair(header.offlineSince),
    drawOffers: toWirePair(header.drawOffers),
    ...(awaited && { awaited: awaited.map(toWireSide) }),
  };
}

/** Reverses `toWireHeader`. Headers of older processes lack the days of a correspondence game. */
export function fromWireHeader<H extends WireRoomHeader>(header: H): Omit<H, keyof RoomHeader> & RoomHeader {
  const { awaited, timeControl, daysPerMove, moveDeadline } = header;
  return {
    ...header,
    daysPerMove: timeControl ? null : (daysPerMove ?? DEFAULT_DAYS_PER_MOVE),
    moveDeadline: moveDeadline ?? null,
    status: fromWireStatus(header.status),
    winner: fromWireWinner(header.winner),
    timeLeft: fromWirePair(header.timeLeft),
    offlineSince: fromWirePair(header.offlineSince),
    drawOffers: fromWirePair(header.drawOffers),
    ...(awaited && { awaited: awaited.map(fromWireSide) }),
  };
}

type WireEventOf<Type extends WireRoomEvent['type']> = Extract<WireRoomEvent, { type: Type }>;
export type MoveEvent = Omit<WireEventOf<'moveMade'>, 'player' | 'timeLeft'> & {
  side: Side;
  timeLeft: BySide<number>;
};
export type UpdateEvent = Omit<WireEventOf<'gameStateUpdate'>, keyof RoomHeader> & RoomHeader;

/** The mark of a line as stored: its author was shadow-muted. Only the author gets the line, without the mark. */
interface Shadowed {
  isShadowed?: true;
}
export type RoomLine = ChatMessage & Shadowed;
export type LineEvent = WireEventOf<'chatMessage'> & Shadowed;

/** One step of a room's version stream. */
export type RoomEvent =
  | MoveEvent
  | UpdateEvent
  | LineEvent
  | Exclude<WireRoomEvent, { type: 'moveMade' | 'gameStateUpdate' | 'chatMessage' }>;

/** Returns the event as written, its fields in the same order. */
export function toWireEvent(event: RoomEvent): WireRoomEvent {
  if (event.type === 'gameStateUpdate') return toWireHeader(event);
  if (event.type !== 'moveMade') return event;
  const { type, roomId, v, gameId, ply, id, side, ...rest } = event;
  const start = { type, roomId, v, gameId, ply, id, player: toWireSide(side) };
  return { ...start, ...rest, timeLeft: toWirePair(event.timeLeft) };
}

export function fromWireEvent(event: WireRoomEvent): RoomEvent {
  if (event.type === 'gameStateUpdate') return fromWireHeader(event);
  if (event.type !== 'moveMade') return event;
  const { player, timeLeft, ...same } = event;
  return { ...same, side: fromWireSide(player), timeLeft: fromWirePair(timeLeft) };
}
