import {
  CHAT_LINES,
  type ChatSaid,
  type GameStateUpdate,
  type MoveMade,
  type RoomEvent,
} from '@doushouqi/protocol';
import {
  endGame,
  FORFEIT_REASONS,
  type Game,
  newGame,
  ONLINE_RULE_SET,
  play,
  plyCount,
  undo,
} from '@doushouqi/rules';
import { afterLag, fullLagQuota } from './clock.ts';
import { type LiveGame, moveTimesOf, type Room } from './room.ts';

/** Outages of ours remembered, so that none is paid for twice. */
const KEPT_OUTAGES = 4;

/** An event that does not fit the room: the stream is broken, and the room must be loaded anew. */
export class BrokenStreamError extends Error {}

/** One flat string, as in the rules: `+` would leave a tree with a node for every move on every node but one. */
const withTime = (times: string, time: number): string => [times, time, ','].join('');

const replayed = (room: Room, event: MoveMade): Room => {
  const { game } = room;
  if (game?.id !== event.gameId) throw new BrokenStreamError(`move of another game in room ${event.roomId}`);
  const played = play(game.board, { from: event.from, to: event.to });
  if (!played.ok) throw new BrokenStreamError(`${played.error} replaying room ${event.roomId} at ${event.v}`);
  return withMove(room, game, played.value, event);
};

/** The room after a move of its game that led to `board`: for who has played the move on the board already. */
export const withMove = (room: Room, game: LiveGame, board: Game, event: MoveMade): Room => ({
  ...room,
  ...NO_OFFERS,
  v: event.v,
  game: {
    ...game,
    board,
    moveTimes: withTime(game.moveTimes, event.lastMoveTime - game.startTime),
    clock: { timeLeft: event.timeLeft, lastMoveTime: event.lastMoveTime },
    lagQuota: afterLag(game.lagQuota, event.player, event.lag),
    accepted:
      event.id === null ? game.accepted : { ...game.accepted, [event.player]: { id: event.id, v: event.v } },
  },
});

const startedBy = (event: GameStateUpdate, id: string): LiveGame => ({
  id,
  startTime: event.at,
  endTime: null,
  board: newGame(ONLINE_RULE_SET),
  moveTimes: '',
  clock: { timeLeft: event.timeLeft, lastMoveTime: event.lastMoveTime },
  lagQuota: fullLagQuota(),
  accepted: {},
});

/** Verdicts from outside the board; one that the board itself gave is there already. */
const boardAfter = (board: Game, { winner, endReason }: GameStateUpdate): Game => {
  if (winner === 0 && endReason === 'DRAW_AGREED') return endGame(board, winner, endReason);
  const forfeit = FORFEIT_REASONS.find((reason) => reason === endReason);
  return winner > 0 && forfeit ? endGame(board, winner === 1 ? 1 : 2, forfeit) : board;
};

const takenBack = (board: Game, ply: number): Game => {
  let before = board;
  while (plyCount(before) > ply) before = undo(before);
  return before;
};

const firstTimes = (game: LiveGame, count: number): string =>
  moveTimesOf(game)
    .slice(0, count)
    .map((time) => `${time},`)
    .join('');

const gameAfter = (game: LiveGame | null, event: GameStateUpdate): LiveGame | null => {
  if (event.gameId === null) return null;
  if (game?.id !== event.gameId) return startedBy(event, event.gameId);
  if (game.endTime !== null) return game;
  const clock = { timeLeft: event.timeLeft, lastMoveTime: event.lastMoveTime };
  const board = takenBack(game.board, event.ply);
  const moveTimes = board === game.board ? game.moveTimes : firstTimes(game, event.ply);
  if (event.winner === -1) return { ...game, board, moveTimes, clock };
  return { ...game, endTime: event.at, board: boardAfter(board, event), moveTimes, clock };
};

/** An offer that was not there before starts its maker's cooldown. */
const offeredAfter = (room: Room, event: GameStateUpdate): Room['offeredAt'] => {
  const { draw, undo: undos } = room.offeredAt;
  const { drawRequester, undoRequester, at } = event;
  return {
    draw: drawRequester && drawRequester !== room.drawRequester ? { ...draw, [drawRequester]: at } : draw,
    undo: undoRequester && undoRequester !== room.undoRequester ? { ...undos, [undoRequester]: at } : undos,
  };
};

/** Nobody is left of those who were here: the next ones begin without their words and their cooldowns. */
const isVacated = (room: Room, event: GameStateUpdate): boolean =>
  event.players.length === 0 || (room.game !== null && event.gameId === null);

const FORGOTTEN = {
  offeredAt: { draw: {}, undo: {} },
  chatMessages: [],
  outages: [],
} as const satisfies Partial<Room>;

const outagesAfter = (room: Room, { outage }: GameStateUpdate): Room['outages'] =>
  outage === undefined ? room.outages : [...room.outages, outage].slice(-KEPT_OUTAGES);

const withUpdate = (room: Room, event: GameStateUpdate): Room => ({
  id: room.id,
  v: event.v,
  createdBy: event.createdBy,
  players: event.players,
  spectators: event.spectators,
  departed: event.departed,
  timeControl: event.timeControl,
  game: gameAfter(room.game, event),
  drawRequester: event.drawRequester,
  undoRequester: event.undoRequester,
  resetRequester: event.resetRequester,
  lastAction: event.lastAction,
  offlineSince: event.offlineSince,
  offlinePlayerSurrendered: event.offlinePlayerSurrendered,
  ...(isVacated(room, event)
    ? FORGOTTEN
    : {
        offeredAt: offeredAfter(room, event),
        chatMessages: room.chatMessages,
        outages: outagesAfter(room, event),
      }),
});

const withLine = (room: Room, { id, fromId, content, ply, timestamp, v }: ChatSaid): Room => ({
  ...room,
  v,
  chatMessages: [...room.chatMessages, { id, fromId, content, ply, timestamp }].slice(-CHAT_LINES),
});

/** What an offer asked about is no longer on the board. */
export const NO_OFFERS = {
  drawRequester: null,
  undoRequester: null,
  resetRequester: null,
  lastAction: null,
} as const satisfies Partial<Room>;

/**
 * The room after one event of its stream. Pure: every node that folds the same events holds the same room.
 * Throws `BrokenStreamError` when the event does not follow the room's version.
 */
export const evolve = (room: Room, event: RoomEvent): Room => {
  if (event.v !== room.v + 1)
    throw new BrokenStreamError(`event ${event.v} after ${room.v} in room ${room.id}`);
  switch (event.type) {
    case 'moveMade':
      return replayed(room, event);
    case 'gameStateUpdate':
      return withUpdate(room, event);
    case 'chatMessage':
      return withLine(room, event);
  }
};
