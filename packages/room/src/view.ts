import {
  type BySide,
  CHAT_LINES,
  type LineEvent,
  type MoveEvent,
  OFFLINE_GRACE,
  type RoomEvent,
  type RoomHeader,
  type RoomLine,
  type UpdateEvent,
} from '@doushouqi/protocol';
import {
  type Game,
  gameAfter,
  newGame,
  otherSide,
  type Position,
  parseFen,
  play,
  plyCount,
  positionOf,
  SIDES,
  type Side,
  startPosition,
  turn,
  withResult,
} from '@doushouqi/rules';
import type { OfferKind } from './command.ts';
import { moveDeadlineFrom } from './correspondence.ts';

/** The public state of a room. Servers and browsers apply the same events to it. */
export interface RoomView {
  readonly id: string;
  /** Version of the last applied event. */
  readonly v: number;
  readonly header: RoomHeader;
  /** The game of `header.gameId`; before it starts, its initial position. */
  readonly game: Game;
  /** The last chat messages, oldest first. */
  readonly chat: readonly RoomLine[];
}

export interface PlayingHeader extends RoomHeader {
  gameId: string;
  status: 'playing';
}

export function isPlaying<V extends RoomView>(room: V): room is V & { header: PlayingHeader } {
  return room.header.status === 'playing';
}

/** Whether the game has ended or was aborted. */
export function isOver({ header }: RoomView): boolean {
  return header.status !== 'waiting' && header.status !== 'playing';
}

/** Returns the side of a user, or null for a user without a seat. */
export function seatOf({ players }: Pick<RoomHeader, 'players'>, userId: string | null): Side | null {
  const seat = userId === null ? -1 : players.indexOf(userId);
  return SIDES[seat] ?? null;
}

/** Returns the player of a side, or null if the seat is empty. */
export function userOf({ players }: Pick<RoomHeader, 'players'>, side: Side): string | null {
  return players[SIDES.indexOf(side)] ?? null;
}

/** Returns the position that the games of a room start from. Throws for a damaged room. */
export function startOf({ table }: Pick<RoomHeader, 'table'>): Position {
  if (typeof table?.start !== 'string') return startPosition();
  const parsed = parseFen(table.start);
  if (!parsed.ok) throw new Error(`start of a room is damaged: ${parsed.error.code}`);
  return parsed.value;
}

/** Whether the room has no running game, no connected player and no spectator. */
export function isDeserted({ status, players, departed, spectators, offlineSince }: RoomHeader): boolean {
  const isAway = (userId: string, seat: number): boolean =>
    departed.includes(userId) || offlineSince[SIDES[seat]!] !== null;
  return status !== 'playing' && spectators.length === 0 && players.every(isAway);
}

export function turnOf({ game }: RoomView): Side {
  return turn(positionOf(game));
}

export function plyOf({ game }: RoomView): number {
  return plyCount(game);
}

/** Returns the number of moves of the side. */
export function movesOf(room: RoomView, side: Side): number {
  const isFirst = turn(room.game.start) === side;
  return Math.floor((plyOf(room) + (isFirst ? 1 : 0)) / 2);
}

/** Whether the clock of the side's first move waits for its player to arrive. */
export function isAwaited(room: RoomView, side: Side): boolean {
  return isPlaying(room) && movesOf(room, side) === 0 && (room.header.awaited ?? []).includes(side);
}

/**
 * Returns the offline side and when it loses (epoch ms) unless it reconnects. Null if both sides are online or both are
 * offline: then the clock decides. Null in a correspondence game, whose players are offline for days.
 */
export function offlineDeadline({
  status,
  daysPerMove,
  offlineSince,
}: RoomHeader): { side: Side; at: number } | null {
  if (status !== 'playing' || daysPerMove !== null) return null;
  for (const side of SIDES) {
    const since = offlineSince[side];
    const other = offlineSince[otherSide(side)];
    if (since !== null && other === null) return { side, at: since + OFFLINE_GRACE };
  }
  return null;
}

/** The header field with the requester of each kind of offer. */
export const REQUESTER = {
  draw: 'drawRequester',
  undo: 'undoRequester',
  reset: 'resetRequester',
} as const satisfies Record<OfferKind, keyof RoomHeader>;

/** Returns the user whose offer of the kind is open, or null. */
export function requesterOf(header: RoomHeader, kind: OfferKind): string | null {
  return header[REQUESTER[kind]];
}

/** Header fields that a new position clears: open offers and the last action. */
export const NO_OFFERS = {
  drawRequester: null,
  undoRequester: null,
  resetRequester: null,
  lastAction: null,
} as const satisfies Partial<RoomHeader>;

export const NO_DRAW_OFFERS: BySide<number> = { red: 0, blue: 0 };

function headerIn({
  type: _type,
  roomId: _roomId,
  v: _v,
  at: _at,
  outage: _outage,
  ...header
}: UpdateEvent): RoomHeader {
  return header;
}

/** Whether all players have left: the next ones start without chat and cooldowns. */
export function isVacated(before: RoomHeader, after: RoomHeader): boolean {
  return after.players.length === 0 || (before.gameId !== null && after.gameId === null);
}

/** Returns the game after `ply` plies, or null if it has fewer. */
function takenBack(game: Game, ply: number): Game | null {
  return plyCount(game) < ply ? null : gameAfter(game, ply);
}

/** Adds a result that the header has and the board did not cause. */
function judged(game: Game, { winner, endReason }: RoomHeader): Game {
  return withResult(game, winner, endReason) ?? game;
}

/** Returns the view after a move that led to `game`, for callers that have played the move. */
export function withMove(
  view: RoomView,
  game: Game,
  { v, ply, timeLeft, lastMoveTime }: MoveEvent,
): RoomView {
  return {
    id: view.id,
    v,
    header: {
      ...view.header,
      ...NO_OFFERS,
      ply,
      timeLeft,
      lastMoveTime: view.header.timeControl && lastMoveTime,
      moveDeadline: moveDeadlineFrom(view.header, lastMoveTime),
    },
    game,
    chat: view.chat,
  };
}

function afterMove(view: RoomView, event: MoveEvent): RoomView | null {
  if (event.gameId !== view.header.gameId || event.ply !== plyCount(view.game) + 1) return null;
  const played = play(view.game, event);
  return played.ok ? withMove(view, played.value, event) : null;
}

function afterUpdate(view: RoomView, event: UpdateEvent): RoomView | null {
  const header = headerIn(event);
  const isSame = header.gameId === view.header.gameId && header.table?.start === view.header.table?.start;
  const game = isSame ? takenBack(view.game, header.ply) : newGame(header.ruleSet, startOf(header));
  if (!game) return null;
  const chat = isVacated(view.header, header) ? [] : view.chat;
  return { id: view.id, v: event.v, header, game: judged(game, header), chat };
}

function afterMessage(view: RoomView, event: LineEvent): RoomView {
  const { id, fromId, content, ply, timestamp, isShadowed } = event;
  const line = { id, fromId, content, ply, timestamp, ...(isShadowed && { isShadowed }) };
  const chat = [...view.chat, line].slice(-CHAT_LINES);
  return { id: view.id, v: event.v, header: view.header, game: view.game, chat };
}

/**
 * Returns the view after one event, or null if the event does not follow it: a wrong version, another game, an illegal
 * move or an unknown type. Pure.
 */
export function viewAfter(view: RoomView, event: RoomEvent): RoomView | null {
  if (event.v !== view.v + 1) return null;
  switch (event.type) {
    case 'moveMade':
      return afterMove(view, event);
    case 'gameStateUpdate':
      return afterUpdate(view, event);
    case 'chatMessage':
      return afterMessage(view, event);
    case 'linesHidden':
      return { ...view, v: event.v, chat: view.chat.filter(({ id }) => !event.ids.includes(id)) };
    case 'unseen':
      return { ...view, v: event.v };
    default:
      event satisfies never;
      return null;
  }
}

/** A user who reads a room; null for a visitor. `blocked`: users that the reader blocks. */
export interface Reader {
  userId: string | null;
  blocked: ReadonlySet<string>;
}

type Line = Pick<RoomLine, 'fromId' | 'isShadowed'>;

function mayRead({ fromId, isShadowed }: Line, { userId, blocked }: Reader): boolean {
  return !blocked.has(fromId) && (!isShadowed || fromId === userId);
}

/** Returns a line as its author gets it: a shadow-muted author does not notice. Pure. */
export function withoutMark<L extends Line>({ isShadowed: _, ...line }: L): Omit<L, 'isShadowed'> {
  return line;
}

/** Returns the view without chat messages of blocked and of other shadow-muted users. Pure. */
export function viewVisibleTo<V extends RoomView>(view: V, reader: Reader): V {
  const isWhole = view.chat.every((line) => !line.isShadowed && mayRead(line, reader));
  if (isWhole) return view;
  return { ...view, chat: view.chat.filter((line) => mayRead(line, reader)).map(withoutMark) };
}

/**
 * Replaces a chat message of a blocked or of another shadow-muted user by an `unseen` event, so that the client has no
 * gap. Pure.
 */
export function eventVisibleTo(event: RoomEvent, reader: Reader): RoomEvent {
  if (event.type !== 'chatMessage') return event;
  return mayRead(event, reader) ? withoutMark(event) : { type: 'unseen', roomId: event.roomId, v: event.v };
}
