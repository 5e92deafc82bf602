import {
  type ChatMessage,
  type LastAction,
  OFFLINE_GRACE,
  type RoomHeader,
  type RoomStatus,
  type TimeControl,
  type TimeLeft,
} from '@doushouqi/protocol';
import { type Game, opponent, outcome, type Player, plyCount, positionOf, turn } from '@doushouqi/rules';
import { type Clock, fullClock, keyOf } from './clock.ts';

/** The last accepted command of a side: sent again, it gets the same answer instead of a second move. */
export interface AcceptedCommand {
  id: string;
  v: number;
}

/** One game of a room, running or over. Times in epoch ms. */
export interface LiveGame {
  id: string;
  startTime: number;
  endTime: number | null;
  board: Game;
  /** When each move was made, ms since `startTime`, each with a comma after it: appending to text copies nothing. */
  moveTimes: string;
  clock: Clock;
  /** What lag compensation may still give each side, ms. */
  lagQuota: TimeLeft;
  accepted: Readonly<Partial<Record<Player, AcceptedCommand>>>;
}

/** Offers that start a cooldown. */
export type CooledOffer = 'draw' | 'undo';

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
  drawRequester: string | null;
  undoRequester: string | null;
  resetRequester: string | null;
  lastAction: LastAction | null;
  /** When each user last made an offer of the kind, epoch ms. */
  offeredAt: Readonly<Record<CooledOffer, Readonly<Record<string, number>>>>;
  /** Since when a player has no connection to the room, epoch ms; null while there is one. */
  offlineSince: RoomHeader['offlineSince'];
  offlinePlayerSurrendered: string | null;
  chatMessages: readonly ChatMessage[];
  /** Our own outages whose time was given back already, the last few. */
  outages: readonly string[];
}

/** The room of nobody, before its first event. */
export const emptyRoom = (id: string, timeControl: TimeControl): Room => ({
  id,
  v: 0,
  createdBy: null,
  players: [],
  spectators: [],
  departed: [],
  timeControl,
  game: null,
  drawRequester: null,
  undoRequester: null,
  resetRequester: null,
  lastAction: null,
  offeredAt: { draw: {}, undo: {} },
  offlineSince: { player1: null, player2: null },
  offlinePlayerSurrendered: null,
  chatMessages: [],
  outages: [],
});

/** When each move of a game was made, ms since its start. */
export const moveTimesOf = ({ moveTimes }: LiveGame): number[] =>
  moveTimes.split(',').slice(0, -1).map(Number);

/** Half-moves that stand in a game. */
export const plyOf = (game: LiveGame): number => plyCount(game.board);

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

export type PlayingRoom = Room & { game: LiveGame };
export const isPlaying = (room: Room): room is PlayingRoom => statusOf(room) === 'playing';

/**
 * The absent side that loses unless it comes back, and when (epoch ms); null while nobody is judged. Nobody is
 * while both are away: then the clock decides.
 */
export const offlineDeadline = (room: Room): { side: Player; at: number } | null => {
  if (!isPlaying(room)) return null;
  for (const side of [1, 2] as const) {
    const since = room.offlineSince[keyOf(side)];
    const other = room.offlineSince[keyOf(opponent(side))];
    if (since !== null && other === null) return { side, at: since + OFFLINE_GRACE };
  }
  return null;
};

const UNDECIDED = { winner: -1, endReason: 'NONE' } as const;

/** The room without its moves and its chat, as events and snapshots carry it. */
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
    ply: room.game ? plyOf(room.game) : 0,
    drawRequester: room.drawRequester,
    undoRequester: room.undoRequester,
    resetRequester: room.resetRequester,
    lastAction: room.lastAction,
    offlineSince: room.offlineSince,
    offlinePlayerSurrendered: room.offlinePlayerSurrendered,
  };
};
