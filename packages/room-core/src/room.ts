import type { RoomHeader, RoomStatus, TimeControl } from '@doushouqi/protocol';
import { type Game, outcome, type Player, positionOf, turn } from '@doushouqi/rules';
import { type Clock, fullClock } from './clock.ts';

/** The last accepted command of a side: sent again, it gets the same answer instead of a second move. */
export interface AcceptedCommand {
  id: string;
  v: number;
}

/** One game of a room, running or over. Times in epoch ms, `moveTimes` in ms since `startTime`. */
export interface LiveGame {
  id: string;
  startTime: number;
  endTime: number | null;
  board: Game;
  moveTimes: readonly number[];
  clock: Clock;
  accepted: Readonly<Partial<Record<Player, AcceptedCommand>>>;
}

/** A room as the server knows it. `v` counts its events; `game` is null until two players are seated. */
export interface Room {
  id: string;
  v: number;
  createdBy: string | null;
  /** User ids: index 0 is red (player 1), index 1 blue (player 2). */
  players: readonly string[];
  spectators: readonly string[];
  departed: readonly string[];
  timeControl: TimeControl;
  game: LiveGame | null;
}

/** The side to move. */
export const turnOf = (game: LiveGame): Player => turn(positionOf(game.board));

/** The side that a user plays, or null. */
export const sideOf = (room: Room, userId: string): Player | null => {
  const seat = room.players.indexOf(userId);
  return seat === -1 ? null : seat === 0 ? 1 : 2;
};

const STATUS_OF_OUTCOME = {
  PLAYING: 'playing',
  PLAYER1_WIN: 'player1_win',
  PLAYER2_WIN: 'player2_win',
  DRAW: 'draw',
} as const satisfies Record<ReturnType<typeof outcome>['status'], RoomStatus>;

export const statusOf = (room: Room): RoomStatus =>
  room.game ? STATUS_OF_OUTCOME[outcome(room.game.board).status] : 'waiting';

export const isPlaying = (room: Room): room is Room & { game: LiveGame } => statusOf(room) === 'playing';

const UNDECIDED = { winner: -1, endReason: 'NONE' } as const;

/** The room without its moves, as events and snapshots carry it. */
export const headerOf = (room: Room): RoomHeader => {
  const { winner, endReason } = room.game ? outcome(room.game.board) : UNDECIDED;
  return {
    gameId: room.game?.id ?? null,
    createdBy: room.createdBy,
    players: [...room.players],
    spectators: [...room.spectators],
    departed: [...room.departed],
    status: statusOf(room),
    winner,
    endReason,
    timeControl: room.timeControl,
    ...(room.game?.clock ?? fullClock(room.timeControl)),
  };
};
