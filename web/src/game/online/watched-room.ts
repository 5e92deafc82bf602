import {
  CHAT_LINES,
  type ChatMessage,
  type RoomEvent,
  type RoomHeader,
  type RoomSnapshot,
} from '@doushouqi/protocol';
import {
  endGame,
  FORFEIT_REASONS,
  type Game,
  newGame,
  ONLINE_RULE_SET,
  outcome,
  parseRecord,
  play,
  plyCount,
  undo,
} from '@doushouqi/rules';
import { type LogLine, logged } from './room-log.ts';

/** A room as this client knows it, evolved from snapshots and events as the server evolves it (design §5). Pure. */

export interface RoomState {
  roomId: string;
  /** Version of the last event that is in it. */
  v: number;
  header: RoomHeader;
  /** The confirmed game, replayed by the rules. */
  game: Game;
  /** The last lines of the chat, oldest first. */
  chat: readonly ChatMessage[];
  /** What happened while this client watched, oldest first; no event carries it. */
  log: readonly LogLine[];
}

/** What became of an event: `gap` means that something is missing before it, or that it makes no sense here. */
export type Applied = { kind: 'applied'; room: RoomState } | { kind: 'stale' } | { kind: 'gap' };

type EventOf<Type extends RoomEvent['type']> = Extract<RoomEvent, { type: Type }>;

const headerOf = (source: RoomHeader): RoomHeader => ({
  gameId: source.gameId,
  createdBy: source.createdBy,
  players: source.players,
  spectators: source.spectators,
  departed: source.departed,
  status: source.status,
  winner: source.winner,
  endReason: source.endReason,
  timeControl: source.timeControl,
  timeLeft: source.timeLeft,
  lastMoveTime: source.lastMoveTime,
  ply: source.ply,
  drawRequester: source.drawRequester,
  undoRequester: source.undoRequester,
  resetRequester: source.resetRequester,
  lastAction: source.lastAction,
  offlineSince: source.offlineSince,
  offlinePlayerSurrendered: source.offlinePlayerSurrendered,
});

/** The room of a snapshot, with the log of the `known` room continued; null when its record cannot be replayed. */
export const roomOfSnapshot = (snapshot: RoomSnapshot, known: RoomState | null = null): RoomState | null => {
  const game = parseRecord(snapshot.record, { ruleSet: ONLINE_RULE_SET });
  if (!game.ok) return null;
  const { roomId, v, chatMessages, serverTime } = snapshot;
  const header = headerOf(snapshot);
  // What led to the first sight of a room lies before everything that is said in it.
  const at = known ? serverTime : 0;
  const log = logged(known?.log ?? [], known?.header ?? null, header, { v, at });
  return { roomId, v, header, game: game.value, chat: chatMessages, log };
};

/** The board with the last half-moves taken back until `ply` stand; null when there are fewer. */
const takenBack = (game: Game, ply: number): Game | null => {
  let before = game;
  while (plyCount(before) > ply) before = undo(before);
  return plyCount(before) === ply ? before : null;
};

/** Verdicts from outside the board; one that the board itself gave is there already. */
const judged = (game: Game, { winner, endReason }: RoomHeader): Game => {
  if (outcome(game).status !== 'PLAYING') return game;
  if (winner === 0 && endReason === 'DRAW_AGREED') return endGame(game, winner, endReason);
  const forfeit = FORFEIT_REASONS.find((reason) => reason === endReason);
  return (winner === 1 || winner === 2) && forfeit ? endGame(game, winner, forfeit) : game;
};

const withUpdate = (room: RoomState, event: EventOf<'gameStateUpdate'>): RoomState | null => {
  const same = event.gameId === room.header.gameId;
  const game = same ? takenBack(room.game, event.ply) : newGame(ONLINE_RULE_SET);
  if (!game) return null;
  const header = headerOf(event);
  const log = logged(room.log, room.header, header, event);
  // A room that was left or taken by others keeps nothing that was said before.
  const freed = header.players.length === 0 || (header.gameId === null && room.header.gameId !== null);
  const chat = freed ? [] : room.chat;
  return { ...room, v: event.v, header, game: judged(game, header), chat, log };
};

/** A move makes every offer lapse, and what became of the last one old news. */
const withMove = (room: RoomState, event: EventOf<'moveMade'>): RoomState | null => {
  if (event.gameId !== room.header.gameId || event.ply !== plyCount(room.game) + 1) return null;
  const played = play(room.game, event);
  if (!played.ok) return null;
  const { timeLeft, lastMoveTime, ply } = event;
  const lapsed = { drawRequester: null, undoRequester: null, resetRequester: null, lastAction: null };
  const header = { ...room.header, ...lapsed, timeLeft, lastMoveTime, ply };
  return { ...room, v: event.v, header, game: played.value };
};

const withLine = (room: RoomState, event: EventOf<'chatMessage'>): RoomState => {
  const { id, fromId, content, ply, timestamp } = event;
  return {
    ...room,
    v: event.v,
    chat: [...room.chat, { id, fromId, content, ply, timestamp }].slice(-CHAT_LINES),
  };
};

const evolved = (room: RoomState, event: RoomEvent): RoomState | null => {
  switch (event.type) {
    case 'moveMade':
      return withMove(room, event);
    case 'gameStateUpdate':
      return withUpdate(room, event);
    case 'chatMessage':
      return withLine(room, event);
  }
};

/** The room after one event: the next version is applied, an older one dropped, a later one is a gap. */
export const applyEvent = (room: RoomState, event: RoomEvent): Applied => {
  if (event.v <= room.v) return { kind: 'stale' };
  const next = event.v === room.v + 1 ? evolved(room, event) : null;
  return next ? { kind: 'applied', room: next } : { kind: 'gap' };
};

/** Whether the three ended states of spec §4 are reached. */
export const isOver = ({ header }: RoomState): boolean =>
  header.status !== 'waiting' && header.status !== 'playing';
