import type { GameStateUpdate, MoveMade, RoomEvent } from '@doushouqi/protocol';
import { endGame, FORFEIT_REASONS, type Game, newGame, ONLINE_RULES, play } from '@doushouqi/rules';
import type { LiveGame, Room } from './room.ts';

/** An event that does not fit the room: the stream is broken, and the room must be loaded anew. */
export class BrokenStreamError extends Error {}

const withMove = (game: LiveGame | null, event: MoveMade): LiveGame => {
  if (game?.id !== event.gameId) throw new BrokenStreamError(`move of another game in room ${event.roomId}`);
  const played = play(game.board, { from: event.from, to: event.to });
  if (!played.ok) throw new BrokenStreamError(`${played.error} replaying room ${event.roomId} at ${event.v}`);
  return {
    ...game,
    board: played.value,
    moveTimes: [...game.moveTimes, event.lastMoveTime - game.startTime],
    clock: { timeLeft: event.timeLeft, lastMoveTime: event.lastMoveTime },
    accepted:
      event.id === null ? game.accepted : { ...game.accepted, [event.player]: { id: event.id, v: event.v } },
  };
};

const startedBy = (event: GameStateUpdate, id: string): LiveGame => ({
  id,
  startTime: event.at,
  endTime: null,
  board: newGame(ONLINE_RULES),
  moveTimes: [],
  clock: { timeLeft: event.timeLeft, lastMoveTime: event.lastMoveTime },
  accepted: {},
});

/** Verdicts from outside the board; one that the board itself gave is there already. */
const boardAfter = (board: Game, { winner, endReason }: GameStateUpdate): Game => {
  if (winner === 0 && endReason === 'DRAW_AGREED') return endGame(board, winner, endReason);
  const forfeit = FORFEIT_REASONS.find((reason) => reason === endReason);
  return winner > 0 && forfeit ? endGame(board, winner === 1 ? 1 : 2, forfeit) : board;
};

const gameAfter = (game: LiveGame | null, event: GameStateUpdate): LiveGame | null => {
  if (event.gameId === null) return null;
  if (game?.id !== event.gameId) return startedBy(event, event.gameId);
  if (event.winner === -1 || game.endTime !== null) return game;
  return {
    ...game,
    endTime: event.at,
    board: boardAfter(game.board, event),
    clock: { timeLeft: event.timeLeft, lastMoveTime: event.lastMoveTime },
  };
};

/** The room of nobody, before its first event. */
export const emptyRoom = (id: string, timeControl: Room['timeControl']): Room => ({
  id,
  v: 0,
  createdBy: null,
  players: [],
  spectators: [],
  departed: [],
  timeControl,
  game: null,
});

/**
 * The room after one event of its stream. Pure: every node that folds the same events holds the same room.
 * Throws `BrokenStreamError` when the event does not follow the room's version.
 */
export const evolve = (room: Room, event: RoomEvent): Room => {
  if (event.v !== room.v + 1)
    throw new BrokenStreamError(`event ${event.v} after ${room.v} in room ${room.id}`);
  if (event.type === 'moveMade') return { ...room, v: event.v, game: withMove(room.game, event) };
  return {
    ...room,
    v: event.v,
    createdBy: event.createdBy,
    players: event.players,
    spectators: event.spectators,
    departed: event.departed,
    timeControl: event.timeControl,
    game: gameAfter(room.game, event),
  };
};
