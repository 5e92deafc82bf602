import {
  type BySide,
  CHAT_LINES,
  type ChatMessage,
  type MoveEvent,
  OFFLINE_GRACE,
  type RoomEvent,
  type RoomHeader,
  type UpdateEvent,
} from '@doushouqi/protocol';
import {
  type Game,
  gameAfter,
  newGame,
  otherSide,
  play,
  plyCount,
  positionOf,
  SIDES,
  type Side,
  turn,
  withResult,
} from '@doushouqi/rules';
import type { OfferKind } from './command.ts';

/** A room as everybody in it knows it: servers and browsers fold the same events into it (design §5). */
export interface RoomView {
  readonly id: string;
  /** Version of the last event that is in it. */
  readonly v: number;
  readonly header: RoomHeader;
  /** The game of `header.gameId`, replayed by the rules; before it begins, the position that it will begin from. */
  readonly game: Game;
  /** The last messages of the chat, oldest first. */
  readonly chat: readonly ChatMessage[];
}

type EventOf<Type extends RoomEvent['type']> = Extract<RoomEvent, { type: Type }>;

/** The header of a game that runs. */
export interface PlayingHeader extends RoomHeader {
  gameId: string;
  status: 'playing';
}

export function isPlaying<V extends RoomView>(room: V): room is V & { header: PlayingHeader } {
  return room.header.status === 'playing';
}

/** Whether the game has ended, or was aborted. */
export function isOver({ header }: RoomView): boolean {
  return header.status !== 'waiting' && header.status !== 'playing';
}

/** The side that a user plays, null for everybody else. */
export function seatOf({ players }: Pick<RoomHeader, 'players'>, userId: string | null): Side | null {
  const seat = userId === null ? -1 : players.indexOf(userId);
  return SIDES[seat] ?? null;
}

/** The user who plays a side, null while the seat is empty. */
export function userOf({ players }: Pick<RoomHeader, 'players'>, side: Side): string | null {
  return players[SIDES.indexOf(side)] ?? null;
}

/** Nobody is there: no game is on, no player has a connection to the room, and nobody watches. */
export function isDeserted({ status, players, departed, spectators, offlineSince }: RoomHeader): boolean {
  const isAway = (userId: string, seat: number): boolean =>
    departed.includes(userId) || offlineSince[SIDES[seat]!] !== null;
  return status !== 'playing' && spectators.length === 0 && players.every(isAway);
}

/** The side to move. */
export function turnOf({ game }: RoomView): Side {
  return turn(positionOf(game));
}

/** Half-moves that stand in the game. */
export function plyOf({ game }: RoomView): number {
  return plyCount(game);
}

/** Whether the side has made its first move, which red does at the first half-move and blue at the second. */
export function hasMoved(room: RoomView, side: Side): boolean {
  return plyOf(room) > SIDES.indexOf(side);
}

/** Whether the clock of the side's first move waits for its player to see the table. */
export function isAwaited(room: RoomView, side: Side): boolean {
  return isPlaying(room) && !hasMoved(room, side) && (room.header.awaited ?? []).includes(side);
}

/**
 * The absent side that loses unless it comes back, and when (epoch ms); null while nobody is judged. Nobody is
 * while both are away: then the clock decides.
 */
export function offlineDeadline({ status, offlineSince }: RoomHeader): { side: Side; at: number } | null {
  if (status !== 'playing') return null;
  for (const side of SIDES) {
    const since = offlineSince[side];
    const other = offlineSince[otherSide(side)];
    if (since !== null && other === null) return { side, at: since + OFFLINE_GRACE };
  }
  return null;
}

/** Where the header says who asks for what. */
export const REQUESTER = {
  draw: 'drawRequester',
  undo: 'undoRequester',
  reset: 'resetRequester',
} as const satisfies Record<OfferKind, keyof RoomHeader>;

/** The user who asks for this and has no answer yet. */
export function requesterOf(header: RoomHeader, kind: OfferKind): string | null {
  return header[REQUESTER[kind]];
}

/** What an offer asked about is no longer on the board, and what became of the last one is old news. */
export const NO_OFFERS = {
  drawRequester: null,
  undoRequester: null,
  resetRequester: null,
  lastAction: null,
} as const satisfies Partial<RoomHeader>;

/** Nobody has offered a draw in the game. */
export const NO_DRAW_OFFERS: BySide<number> = { red: 0, blue: 0 };

/** The header that an update carries: all of it but what belongs to the event. */
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

/** Nobody is left of those who were here: the next ones begin without their words and their cooldowns. */
export function isVacated(before: RoomHeader, after: RoomHeader): boolean {
  return after.players.length === 0 || (before.gameId !== null && after.gameId === null);
}

/** The game as it stood after `ply` half-moves; null when it has fewer. */
function takenBack(game: Game, ply: number): Game | null {
  return plyCount(game) < ply ? null : gameAfter(game, ply);
}

/** Verdicts from outside the board; one that the board itself gave is there already. */
function judged(game: Game, { winner, endReason }: RoomHeader): Game {
  return withResult(game, winner, endReason) ?? game;
}

/** The view after a move that led to `game`: for who has played the move already. */
export function withMove(
  view: RoomView,
  game: Game,
  { v, ply, timeLeft, lastMoveTime }: MoveEvent,
): RoomView {
  return {
    id: view.id,
    v,
    header: { ...view.header, ...NO_OFFERS, ply, timeLeft, lastMoveTime },
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
  const same = header.gameId === view.header.gameId;
  const game = same ? takenBack(view.game, header.ply) : newGame(header.ruleSet);
  if (!game) return null;
  const chat = isVacated(view.header, header) ? [] : view.chat;
  return { id: view.id, v: event.v, header, game: judged(game, header), chat };
}

function afterMessage(view: RoomView, event: EventOf<'chatMessage'>): RoomView {
  const { id, fromId, content, ply, timestamp } = event;
  const chat = [...view.chat, { id, fromId, content, ply, timestamp }].slice(-CHAT_LINES);
  return { id: view.id, v: event.v, header: view.header, game: view.game, chat };
}

/**
 * The view after one event of the room's stream, null where the event does not follow it: another version than the
 * next one, another game, an impossible move, a type that this version does not know. Pure and total.
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
    case 'unseen':
      return { ...view, v: event.v };
    default:
      event satisfies never;
      return null;
  }
}
