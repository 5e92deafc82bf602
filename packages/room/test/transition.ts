import type { ErrorCode, RoomEvent } from '@doushouqi/protocol';
import { formatRecord, positionOf, type Side, turn } from '@doushouqi/rules';
import { encodeRoom } from '../src/codec.ts';
import { type OfferKind, type Room, type RoomCommand, seatOf } from '../src/index.ts';

/** One command and its result. A refusal has `after === before` and no events. */
export interface Transition {
  before: Room;
  after: Room;
  events: readonly RoomEvent[];
  command: RoomCommand;
  now: number;
  /** The version that answers the command, or the error code. */
  answer: number | ErrorCode;
}

/** State of invariants over several commands. */
export interface Memory {
  /** The last committed room as text. */
  text: string;
  verdicts: Map<string, string>;
  /** The position of each open offer. */
  madeIn: Partial<Record<OfferKind, string>>;
  /** The time of each player's last offer of a kind. */
  offered: Map<string, number>;
  moves: Set<string>;
  /** The last move of each side of a game, by the command's id, and its version. */
  lastMoves: Map<string, { id: string | null; v: number }>;
  outages: Set<string>;
}

export function newMemory(room: Room): Memory {
  return {
    text: encodeRoom(room),
    verdicts: new Map(),
    madeIn: {},
    offered: new Map(),
    moves: new Set(),
    lastMoves: new Map(),
    outages: new Set(),
  };
}

export type Invariant = (transition: Transition, memory: Memory) => boolean;

export const REQUESTER = { draw: 'drawRequester', undo: 'undoRequester', reset: 'resetRequester' } as const;
export const KINDS = ['draw', 'undo', 'reset'] as const;

export function recordOf({ game }: Room): string {
  return formatRecord(game).slice(6);
}
export function whereOf(room: Room): string {
  return `${room.header.gameId} ${recordOf(room)}`;
}
export function userIn(command: RoomCommand): string | null {
  return 'userId' in command ? command.userId : null;
}
/** Returns the time left of a side, computed without the code under test. */
export function left({ header, game }: Room, side: Side, now: number): number {
  const { timeLeft, lastMoveTime } = header;
  const held = timeLeft[side];
  if (lastMoveTime === null || turn(positionOf(game)) !== side || now < lastMoveTime) return held;
  return Math.max(0, held - (now - lastMoveTime));
}
/** Returns the deadline of a turn that begins at `now`, computed without the code under test. */
export function deadlineFrom({ header: { daysPerMove } }: Room, now: number): number | null {
  return daysPerMove === null ? null : now + daysPerMove * 24 * 60 * 60 * 1_000;
}
export function sameGame({ before, after }: Transition): { was: Room; is: Room } | null {
  return before.header.gameId !== null && before.header.gameId === after.header.gameId
    ? { was: before, is: after }
    : null;
}
/** Returns the side that accepted the opponent's open offer, or null. */
export function agreedBy({ before, command }: Transition, kind: OfferKind): Side | null {
  const yes =
    (command.type === 'answer' && command.kind === kind && command.accept) ||
    (command.type === 'offer' && command.kind === 'draw' && kind === 'draw');
  const asked = before.header[REQUESTER[kind]];
  const side = yes ? seatOf(before.header, userIn(command) ?? '') : null;
  return side && asked && asked !== userIn(command) ? side : null;
}
export function withoutSpectators(room: Room): object {
  return { ...room, v: 0, mark: 0, header: { ...room.header, spectators: [] } };
}

/** Returns the players after a command that may give a seat to another user. */
export function playersAfter({ before, after, command }: Transition): readonly string[] {
  const { players } = before.header;
  if (command.type !== 'replacePlayer' || after === before) return players;
  return players.map((id) => (id === command.userId ? command.by : id));
}
