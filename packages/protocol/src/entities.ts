import { END_REASONS, isRuleSetName, PIECE_NAMES, type RuleSetName } from '@doushouqi/rules';
import {
  DAYS_PER_MOVE,
  type DaysPerMove,
  TIME_CONTROL_BOUNDS,
  TIME_CONTROLS,
  type TimeControl,
} from './limits.ts';
import { ROOM_KINDS } from './room-kinds.ts';
import { shownText } from './text.ts';
import { z } from './zod.ts';

/** Entities on the wire. */

export const userId = z.string().regex(/^[0-9a-f]{24}$/, '用户编号有误');
/** Chosen by the client; a command received twice is executed once. */
export const commandId = z.string().regex(/^[A-Za-z0-9_-]{1,36}$/);

export const player = z.union([z.literal(1), z.literal(2)]);
export type WireSide = z.infer<typeof player>;
export interface WirePair<T> {
  player1: T;
  player2: T;
}
export const point = z.object({ x: z.int().min(0).max(6), y: z.int().min(0).max(8) });
const pieceType = z.int().min(1).max(PIECE_NAMES.length);
export const piece = z.object({ type: pieceType, position: point, player });

export const endReason = z.enum(END_REASONS);
export const winner = z.union([z.literal(-1), z.literal(0), player]);
export type WireWinner = z.infer<typeof winner>;
/** Winner of a finished game. */
export type DecidedWireWinner = Exclude<WireWinner, -1>;
/** `aborted`: ended before both sides had moved, without a winner. */
export const ROOM_STATUSES = ['waiting', 'playing', 'player1_win', 'player2_win', 'draw', 'aborted'] as const;
export const roomStatus = z.enum(ROOM_STATUSES);

/** The rules of a game; stored and sent with it, so that it stays replayable. */
export const ruleSet = z.custom<RuleSetName>((name) => typeof name === 'string' && isRuleSetName(name));
export const roomKind = z.enum(ROOM_KINDS);
/**
 * Names what a game belongs to, as a tournament or a series. Only the service that starts the game reads it: rooms, the
 * archive and clients pass it through. Not secret. Absent for other games.
 */
export const gameContext = z.string().min(1).max(200);

/** The game changes no rating, though its kind does: it is of an unrated tournament. */
export const isRated = z.literal(false).optional();

export const timeControl = z.object({ initial: z.int(), increment: z.int() });
/** Returns whether users may choose the time control. */
export function isOffered({ initial, increment }: TimeControl): boolean {
  return TIME_CONTROLS.some((one) => one.initial === initial && one.increment === increment);
}
export const NOT_OFFERED = '没有这种用时';
const { initial: minutes, increment: seconds } = TIME_CONTROL_BOUNDS;
/** The time control of a room without ratings. */
export const chosenTimeControl = z.object({
  initial: z.int().min(minutes.min).max(minutes.max),
  increment: z.int().min(seconds.min).max(seconds.max),
});
/** Days for each move of a correspondence game (docs/clocks.md). */
export const daysPerMove = z.literal(DAYS_PER_MOVE);
/**
 * `daysPerMove`: null with clocks. `moveDeadline`: until when the side to move of a running correspondence game has to
 * move, epoch ms; null unless one runs.
 */
const pace = { daysPerMove: daysPerMove.nullable(), moveDeadline: z.number().nullable() };
/** Milliseconds left when `lastMoveTime` was stored. */
export const timeLeft = z.object({ player1: z.int(), player2: z.int() });

export const LAST_ACTIONS = [
  'draw_requested',
  'draw_declined',
  'draw_agreed',
  'undo_requested',
  'undo_accepted',
  'undo_rejected',
  'reset_requested',
  'reset_accepted',
  'reset_rejected',
] as const;
/** The result of the last offer and its user, until it is cleared or the position changes. */
export const lastAction = z.object({ type: z.enum(LAST_ACTIONS), by: userId });
export type LastAction = z.infer<typeof lastAction>;

/** A line of the room's chat; `ply`: half-moves played at that time, `timestamp` in epoch ms. */
export const chatMessage = z.object({
  id: z.string(),
  fromId: userId,
  content: z.string(),
  ply: z.int(),
  timestamp: z.number(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** Open offers: user id of the player who made the offer, or null. Each is valid for the position it was made in. */
const requesters = {
  drawRequester: userId.nullable(),
  undoRequester: userId.nullable(),
  resetRequester: userId.nullable(),
};

/** An account without a password (docs/guests.md); absent for members. */
const isGuest = z.literal(true).optional();

/** The account was deleted; the id stays in games. Absent for others. */
const isGone = z.literal(true).optional();

/** The account as its owner gets it. `username` is empty for a guest. */
export const user = z.object({
  _id: userId,
  username: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  settings: z.object({ theme: z.string() }),
  isGuest,
});
export type User = z.infer<typeof user>;

/** The public part of an account. */
export const publicUser = z.object({
  _id: userId,
  nickname: z.string(),
  avatar: z.string(),
  /** A program plays; absent for persons. */
  isBot: z.literal(true).optional(),
  isGuest,
});
export type PublicUser = z.infer<typeof publicUser>;

/** Schema of text between users, at most `max` characters. */
export function writtenText(max: number) {
  return shownText('请输入内容', '内容含有不可见字符').max(max, `最多 ${max} 个字`);
}

/** Reply of `GET /users/{id}`; `friends` holds ids for the own profile, else it is empty. */
export const profile = publicUser.extend({
  isOnline: z.boolean(),
  friends: z.array(userId),
  isGone,
});
export type Profile = z.infer<typeof profile>;

/** A search result, or a profile for another service. */
export const foundUser = publicUser.extend({ username: z.string(), isGone });
export type FoundUser = z.infer<typeof foundUser>;

/** A friend, with presence and the number of unread messages. `currentRoom` only while online. */
export const friend = publicUser.extend({
  username: z.string(),
  isOnline: z.boolean(),
  currentRoom: z.string().nullable(),
  unreadCount: z.int(),
});
export type Friend = z.infer<typeof friend>;

/** A request that waits for the caller's answer; `at` in epoch ms. */
export const friendRequest = z.object({ from: foundUser, at: z.number() });
export type FriendRequest = z.infer<typeof friendRequest>;

/** A request by the caller that waits for the answer of `to`; `at` in epoch ms. */
export const sentRequest = z.object({ to: foundUser, at: z.number() });
export type SentRequest = z.infer<typeof sentRequest>;

/** A private message; `timestamp` in epoch ms. Ids sort by time. */
export const privateMessage = z.object({
  _id: z.string(),
  fromId: userId,
  toId: userId,
  content: z.string(),
  timestamp: z.number(),
});
export type PrivateMessage = z.infer<typeof privateMessage>;

/** An open invitation as its addressee gets it; `expiresAt` in epoch ms. */
export const gameInvite = z.object({
  from: userId,
  nickname: z.string(),
  avatar: z.string(),
  roomId: z.string(),
  expiresAt: z.number(),
});
export type GameInvite = z.infer<typeof gameInvite>;

/** The side of a paired player; red moves first. */
export const pairingColor = z.enum(['red', 'blue']);
export type PairingColor = z.infer<typeof pairingColor>;
export const chosenColor = z.enum(['random', ...pairingColor.options]);
export type ChosenColor = z.infer<typeof chosenColor>;

/**
 * What the creator of a room chose besides the time control. `color`: the creator's in the first game. `spectators`:
 * whether other users may watch. `start`: FEN-like string of the position that each game starts from; null for the usual
 * one.
 */
export const tableChoices = z.object({
  color: chosenColor,
  undo: z.boolean(),
  spectators: z.boolean(),
  start: z.string().nullable(),
});
export type TableChoices = z.infer<typeof tableChoices>;
/**
 * The choices of a user who opens a room, as requested; absent ones have defaults. `timeControl` null: no clocks, but
 * `daysPerMove`.
 */
export type RoomWish = { [Choice in keyof TableChoices]?: TableChoices[Choice] | undefined } & {
  timeControl?: TimeControl | null | undefined;
  daysPerMove?: DaysPerMove | undefined;
};
/** Expected wait (s) for the caller's rating, by measured waits; null while unknown. */
export const expectedWait = z.int().min(0).nullable();

/** A pairing pool; `playing` counts players. */
export const pool = z.object({
  initial: z.int(),
  increment: z.int(),
  rated: z.boolean(),
  waiting: z.int(),
  playing: z.int(),
  expectedWait,
});
export type Pool = z.infer<typeof pool>;

/** A running rated game in the list for spectators. */
export const watchableGame = z.object({
  roomId: z.string(),
  initial: z.int(),
  increment: z.int(),
  red: publicUser,
  blue: publicUser,
  /** Compact record string of the online rule set. */
  record: z.string(),
});
export type WatchableGame = z.infer<typeof watchableGame>;

/** Rating range in the time class; both ends are included. */
export const ratingRange = z
  .object({ min: z.int().min(0).max(4_000), max: z.int().min(0).max(4_000) })
  .refine(({ min, max }) => min <= max, '等级分范围有误');
export type RatingRange = z.infer<typeof ratingRange>;

/**
 * An open challenge. `toId`: only for this user. `unlisted`: only by link. `color`: the owner's side. `rating`: the
 * owner's in the time class. Times in epoch ms; `expiresAt` null: as long as the owner is connected.
 */
export const challenge = z.object({
  id: z.string(),
  from: publicUser,
  rating: z.int(),
  provisional: z.boolean(),
  initial: z.int(),
  increment: z.int(),
  rated: z.boolean(),
  color: chosenColor,
  range: ratingRange.nullable(),
  toId: userId.nullable(),
  unlisted: z.boolean(),
  at: z.number(),
  expiresAt: z.number().nullable(),
});
export type Challenge = z.infer<typeof challenge>;

/** A line of the lobby, with its author's name and avatar at that time. */
export const lobbyMessage = z.object({
  _id: z.string(),
  userId,
  nickname: z.string(),
  avatar: z.string(),
  content: z.string(),
  timestamp: z.number(),
});
export type LobbyMessage = z.infer<typeof lobbyMessage>;

/** A move. `capturedPiece` is a piece type or null, `timestamp` epoch milliseconds. */
export const recordedMove = z.object({
  from: point,
  to: point,
  piece: pieceType,
  capturedPiece: pieceType.nullable(),
  player,
  timestamp: z.number(),
});
export type RecordedMove = z.infer<typeof recordedMove>;

/** Reply of `GET /games/rooms/{id}`; boards are derived from the record, never stored. */
export const roomDetails = z.object({
  roomId: z.string(),
  kind: roomKind,
  players: z.array(userId),
  spectators: z.array(userId),
  createdBy: userId.nullable(),
  status: roomStatus,
  currentPlayer: player,
  board: z.object({ pieces: z.array(piece) }),
  moveHistory: z.array(recordedMove.extend({ boardState: z.object({ pieces: z.array(piece) }), endReason })),
  winner,
  endReason,
  /** Null without clocks. */
  timeControl: timeControl.nullable(),
  ...pace,
  table: tableChoices.nullable(),
  timeLeft,
  lastMoveTime: z.number().nullable(),
  ...requesters,
  lastAction: lastAction.extend({ byNickname: z.string() }).nullable(),
  chatMessages: z.array(chatMessage),
  offlinePlayerSurrendered: userId.nullable(),
  abortedBy: userId.nullable(),
});
export type RoomDetails = z.infer<typeof roomDetails>;

/**
 * The fields of a room except its moves. `gameId` is null before the second player sits down; `lastMoveTime` (epoch ms)
 * is the start of the running clock, null while no clock runs.
 */
const roomHeader = z.object({
  kind: roomKind,
  context: gameContext.optional(),
  isRated,
  ruleSet,
  gameId: z.string().nullable(),
  createdBy: userId.nullable(),
  players: z.array(userId),
  spectators: z.array(userId),
  /** Players who left after the end of the game; they have their seats until both are gone. */
  departed: z.array(userId),
  status: roomStatus,
  winner,
  endReason,
  /** Null without clocks; `timeLeft` is then 0 and `lastMoveTime` null. */
  timeControl: timeControl.nullable(),
  ...pace,
  /** Null if the creator chose nothing, and in paired rooms. */
  table: tableChoices.nullable(),
  timeLeft,
  lastMoveTime: z.number().nullable(),
  /** Half-moves of the game; lower than before after an undo. */
  ply: z.int(),
  ...requesters,
  lastAction: lastAction.nullable(),
  /**
   * Since when (epoch ms) each player of a running game is offline, null while online. In a correspondence game it is
   * when the player was last seen.
   */
  offlineSince: z.object({ player1: z.number().nullable(), player2: z.number().nullable() }),
  /** Player who lost by being offline, until the winner is notified. */
  offlinePlayerSurrendered: userId.nullable(),
  /** Player who made no first move or resigned before it; null unless the game was aborted. */
  abortedBy: userId.nullable(),
  /** Number of draw offers of each side in this game. */
  drawOffers: z.object({ player1: z.int(), player2: z.int() }),
  /**
   * Sides of a paired game whose client has not shown the table. While `lastMoveTime` is in the future, the clock waits
   * for the side to move. Absent in rooms of older servers.
   */
  awaited: z.array(player).max(2).optional(),
});
export type WireRoomHeader = z.infer<typeof roomHeader>;

/** The compact view of a room: header, version, and the record string that defines the board. */
export const roomSnapshot = roomHeader.extend({
  roomId: z.string(),
  v: z.int(),
  /** Compact record string. */
  record: z.string(),
  /** The last lines of the chat, oldest first. */
  chatMessages: z.array(chatMessage),
  /** Server time of the snapshot, epoch ms; the client computes time left from it. */
  serverTime: z.number(),
});
export type RoomSnapshot = z.infer<typeof roomSnapshot>;

/** The last move of a listed game. `captured`: piece type or null. */
const listedMove = z.object({ from: point, to: point, piece: pieceType, captured: pieceType.nullable() });

/** A correspondence game of the caller that waits for an opponent or runs. Times in epoch ms. */
export const correspondenceGame = z.object({
  roomId: z.string(),
  /** Null while the room waits, like `opponent`, `side` and `deadline`. */
  gameId: z.string().nullable(),
  opponent: publicUser.nullable(),
  /** The caller's. */
  side: player.nullable(),
  /** FEN-like string. */
  position: z.string(),
  lastMove: listedMove.nullable(),
  isMyTurn: z.boolean(),
  ply: z.int(),
  daysPerMove,
  /** `moveDeadline` of the room. */
  deadline: z.number().nullable(),
});
export type CorrespondenceGame = z.infer<typeof correspondenceGame>;
