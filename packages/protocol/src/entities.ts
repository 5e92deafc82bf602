import { END_REASONS, isRuleSetName, ONLINE_RULE_SET, PIECE_NAMES, type RuleSetName } from '@doushouqi/rules';
import { z } from 'zod';
import { MAX_ARCHIVED_PLIES } from './limits.ts';
import { OPEN_ROOM_KIND, ROOM_KINDS } from './room-kinds.ts';
import { shownText } from './text.ts';

/** Entities of spec §3 as they go over the wire. */

export const userId = z.string().regex(/^[0-9a-f]{24}$/, '用户编号有误');
/** Chosen by the client for one command, so that the same command sent twice is done once. */
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
/** Of a game that was won or drawn. */
export type DecidedWireWinner = Exclude<WireWinner, -1>;
/** `aborted`: over before both had moved, and nobody won. */
export const ROOM_STATUSES = ['waiting', 'playing', 'player1_win', 'player2_win', 'draw', 'aborted'] as const;
export const roomStatus = z.enum(ROOM_STATUSES);

/** Which rules a game is played by; stored and sent with it, so that it can be replayed for ever. */
export const ruleSet = z.custom<RuleSetName>((name) => typeof name === 'string' && isRuleSetName(name));
export const roomKind = z.enum(ROOM_KINDS);

export const timeControl = z.object({ initial: z.int(), increment: z.int() });
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
/** What happened to the last offer and who did it, until somebody clears it or the position changes. */
export const lastAction = z.object({ type: z.enum(LAST_ACTIONS), by: userId });
export type LastAction = z.infer<typeof lastAction>;

/** A line of the room's chat; `ply` half-moves were played when it was said, `timestamp` in epoch ms. */
export const chatMessage = z.object({
  id: z.string(),
  fromId: userId,
  content: z.string(),
  ply: z.int(),
  timestamp: z.number(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** Open offers (spec §3): the user id of who asks, or null. Each holds for the position it was made in. */
const requesters = {
  drawRequester: userId.nullable(),
  undoRequester: userId.nullable(),
  resetRequester: userId.nullable(),
};

/** The account as its owner sees it. */
export const user = z.object({
  _id: userId,
  username: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  settings: z.object({ theme: z.string() }),
});
export type User = z.infer<typeof user>;

/** The account as everybody sees it. */
export const publicUser = z.object({ _id: userId, nickname: z.string(), avatar: z.string() });
export type PublicUser = z.infer<typeof publicUser>;

/** Text that people write to each other, at most `max` characters. */
export function writtenText(max: number) {
  return shownText('请输入内容', '内容含有不可见字符').max(max, `最多 ${max} 个字`);
}

/** The account as `GET /users/{id}` shows it (spec §7); `friends` are the ids of one's own friends, else empty. */
export const profile = publicUser.extend({ isOnline: z.boolean(), friends: z.array(userId) });
export type Profile = z.infer<typeof profile>;

/** A user found by searching. */
export const foundUser = publicUser.extend({ username: z.string() });
export type FoundUser = z.infer<typeof foundUser>;

/** A friend: where they are, and how many of their messages wait to be read. `currentRoom` only while online. */
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

/** A request of the caller's that waits for the answer of `to`; `at` in epoch ms. */
export const sentRequest = z.object({ to: foundUser, at: z.number() });
export type SentRequest = z.infer<typeof sentRequest>;

/** A private message (spec §3); `timestamp` in epoch ms. Ids sort by time. */
export const privateMessage = z.object({
  _id: z.string(),
  fromId: userId,
  toId: userId,
  content: z.string(),
  timestamp: z.number(),
});
export type PrivateMessage = z.infer<typeof privateMessage>;

/** An invitation as it waits for the invited; `expiresAt` in epoch ms. */
export const gameInvite = z.object({
  from: userId,
  nickname: z.string(),
  avatar: z.string(),
  roomId: z.string(),
  expiresAt: z.number(),
});
export type GameInvite = z.infer<typeof gameInvite>;

/** Which side somebody gets: red moves first. */
export const pairingColor = z.enum(['red', 'blue']);
export type PairingColor = z.infer<typeof pairingColor>;
/** Seconds that somebody like the asker waits for an opponent, by real arrivals; null while nothing is known. */
export const expectedWait = z.int().min(0).nullable();

/** A pool of those who wait for an opponent; `playing` counts players. */
export const pool = z.object({
  initial: z.int(),
  increment: z.int(),
  rated: z.boolean(),
  waiting: z.int(),
  playing: z.int(),
  expectedWait,
});
export type Pool = z.infer<typeof pool>;

/** A rated game that runs, as it is shown to whoever looks for one to watch. */
export const watchableGame = z.object({
  roomId: z.string(),
  initial: z.int(),
  increment: z.int(),
  red: publicUser,
  blue: publicUser,
  /** Compact record string (spec §3) of the online rule set. */
  record: z.string(),
});
export type WatchableGame = z.infer<typeof watchableGame>;

/** Whose challenge this is for, by rating in its time class; both ends are in it. */
export const ratingRange = z
  .object({ min: z.int().min(0).max(4_000), max: z.int().min(0).max(4_000) })
  .refine(({ min, max }) => min <= max, '等级分范围有误');
export type RatingRange = z.infer<typeof ratingRange>;

/**
 * Somebody wants to play, and waits for whoever accepts. `toId`: for this user alone. `unlisted`: for whoever has the link.
 * `color`: what the owner plays. `rating`: of the owner in the time class. Times in epoch ms; `expiresAt` null: as long as the
 * owner is connected.
 */
export const challenge = z.object({
  id: z.string(),
  from: publicUser,
  rating: z.int(),
  provisional: z.boolean(),
  initial: z.int(),
  increment: z.int(),
  rated: z.boolean(),
  color: z.enum(['random', ...pairingColor.options]),
  range: ratingRange.nullable(),
  toId: userId.nullable(),
  unlisted: z.boolean(),
  at: z.number(),
  expiresAt: z.number().nullable(),
});
export type Challenge = z.infer<typeof challenge>;

/** A line of the lobby (spec §3), with the name and face that its author had then. */
export const lobbyMessage = z.object({
  _id: z.string(),
  userId,
  nickname: z.string(),
  avatar: z.string(),
  content: z.string(),
  timestamp: z.number(),
});
export type LobbyMessage = z.infer<typeof lobbyMessage>;

/** A tournament; times in epoch ms, `champion` a nickname once it is over. */
export const tournament = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  timeControl,
  champion: z.string().nullable(),
});
export type Tournament = z.infer<typeof tournament>;

/** A move of spec §3. `capturedPiece` is a piece type or null, `timestamp` epoch milliseconds. */
export const recordedMove = z.object({
  from: point,
  to: point,
  piece: pieceType,
  capturedPiece: pieceType.nullable(),
  player,
  timestamp: z.number(),
});
export type RecordedMove = z.infer<typeof recordedMove>;

/** `GET /games/rooms/{id}` in the spec's shape; boards are derived from the record, never stored. */
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
  timeControl,
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
 * What changes in a room other than the moves. `gameId` is null until the second player sat down;
 * `lastMoveTime` (epoch ms) is when the running clock was started, null while no clock runs.
 */
const roomHeader = z.object({
  kind: roomKind,
  ruleSet,
  gameId: z.string().nullable(),
  createdBy: userId.nullable(),
  players: z.array(userId),
  spectators: z.array(userId),
  /** Players who left after the end of the game; their seats stay theirs until both are gone. */
  departed: z.array(userId),
  status: roomStatus,
  winner,
  endReason,
  timeControl,
  timeLeft,
  lastMoveTime: z.number().nullable(),
  /** Half-moves that stand in the game; fewer than were sent means that the last ones were taken back. */
  ply: z.int(),
  ...requesters,
  lastAction: lastAction.nullable(),
  /** Since when (epoch ms) each player of a running game has no connection to the room, null while there. */
  offlineSince: z.object({ player1: z.number().nullable(), player2: z.number().nullable() }),
  /** Who lost by staying away, until the winner has been told. */
  offlinePlayerSurrendered: userId.nullable(),
  /** Who made no first move, or gave up before it; null where the game was not aborted. */
  abortedBy: userId.nullable(),
  /** How often each side offered a draw in this game. */
  drawOffers: z.object({ player1: z.int(), player2: z.int() }),
  /**
   * Sides of a paired game whose client has not shown the table. While `lastMoveTime` lies ahead, the clock waits for the side
   * to move. Absent in rooms of older servers.
   */
  awaited: z.array(player).max(2).optional(),
});
export type WireRoomHeader = z.infer<typeof roomHeader>;

/** The compact view of a room: header, version, and the record string from which the board follows. */
export const roomSnapshot = roomHeader.extend({
  roomId: z.string(),
  v: z.int(),
  /** Compact record string (spec §3). */
  record: z.string(),
  /** The last lines of the chat, oldest first. */
  chatMessages: z.array(chatMessage),
  /** The server's clock when this was made, epoch ms: the client shows time left against it. */
  serverTime: z.number(),
});
export type RoomSnapshot = z.infer<typeof roomSnapshot>;

/** Who sat at a side of a kept game; `_id` is null for whoever has no account: both sides of a local game, the computer. */
export const recordPlayer = publicUser.extend({ _id: userId.nullable() });
export type RecordPlayer = z.infer<typeof recordPlayer>;

/** `online`: played in a room. `local`: saved from this device, by two people at one screen or against the computer. */
export const RECORD_TYPES = ['online', 'local'] as const;

/** A rating as it is shown, whole numbers. */
export const shownRating = z.object({ rating: z.int(), deviation: z.int() });
const ratingChange = z.object({ before: shownRating, after: shownRating });
export type RatingChange = z.infer<typeof ratingChange>;
/** What a rated game did to both ratings. */
export const gameRatings = z.object({ red: ratingChange, blue: ratingChange });
export type GameRatings = z.infer<typeof gameRatings>;

/** Where a kept game comes from and how it went, without what follows from it. */
const keptGame = z.object({
  _id: z.string(),
  type: z.enum(RECORD_TYPES),
  players: z.object({ red: recordPlayer, blue: recordPlayer }),
  ruleSet,
  /** FEN-like string of a set-up position; null for the usual start. */
  start: z.string().nullable(),
  /** Null for a game without clocks. */
  timeControl: timeControl.nullable(),
  /** Whether it was played in a rated room, and what it did to the ratings; null where it was not, and of games from before ratings. */
  rated: z.boolean(),
  ratings: gameRatings.nullable(),
  /** The computer's kind and its level (spec §3); null where people played. */
  aiType: z.string().nullable(),
  aiLevel: z.int().nullable(),
  /** Epoch ms. */
  startTime: z.number(),
  endTime: z.number(),
});

/** A game in a player's history (spec §3, design §10), as the one who asks may see it. */
export const gameRecord = keptGame.extend({
  notation: z.object({
    record: z.string(),
    moves: z.array(recordedMove),
    winner,
    endReason,
  }),
  /** The own favourite with its comment, or empty. */
  favorites: z.array(z.object({ userId, comment: z.string() })),
  /** The word by which anybody may see the game, once its link was made; null else. Shown to those who played it. */
  shareId: z.string().nullable(),
});
export type GameRecord = z.infer<typeof gameRecord>;

/** A game as it is taken away: the record string and the time of each move, in ms since `startTime`. */
export const exportedGame = keptGame.extend({
  record: z.string(),
  moveTimes: z.array(z.int()),
  /** The own comment on a favourite; null where it is none. */
  comment: z.string().nullable(),
});
export type ExportedGame = z.infer<typeof exportedGame>;

/** How the games of a user went, those that have an own side: `games` counts all that he keeps. */
export const recordTotals = z.object({ games: z.int(), wins: z.int(), losses: z.int(), draws: z.int() });
export type RecordTotals = z.infer<typeof recordTotals>;

/**
 * The players of a room could have arranged to meet: by a challenge, or because both joined the queue from one address (an
 * IPv6 /64). Absent for other rooms and in records that lack it. Only services get it.
 */
export const isArranged = z.literal(true);

/**
 * A finished game on its way from the room to the archive, keyed by `gameId`: handing it over twice is once.
 * `moveTimes`: when each move was made, in ms since `startTime`. `winner` -1: the players broke it off, or it was aborted.
 * What a game from before a field was said lacks is as the default says.
 */
export const finishedGame = z.object({
  gameId: z.string().min(1).max(64),
  roomId: z.string(),
  players: z.tuple([userId, userId]),
  /** A game that ended before rule sets had names was played by the first one. */
  ruleSet: ruleSet.default(ONLINE_RULE_SET),
  /** FEN-like string of a set-up position; absent for the usual start. */
  start: z.string().max(80).optional(),
  record: z.string().max(6 + 3 * MAX_ARCHIVED_PLIES),
  winner,
  endReason,
  timeControl,
  startTime: z.number(),
  endTime: z.number(),
  moveTimes: z.array(z.int()).max(MAX_ARCHIVED_PLIES),
  kind: roomKind.default(OPEN_ROOM_KIND),
  isArranged: isArranged.optional(),
  /** Who made no first move, or gave up before it. */
  abortedBy: userId.optional(),
  /** Who lost by leaving, or by staying away. */
  leftBy: userId.optional(),
  /** The mover's lag at each move as the server had measured it, ms; empty where that is not known of all moves. */
  lags: z.array(z.int()).max(MAX_ARCHIVED_PLIES).default([]),
  /** How often each player's window lost the focus; counted in rated games alone. */
  focusLosses: z.object({ player1: z.int(), player2: z.int() }).default({ player1: 0, player2: 0 }),
  /** What it did to the ratings, once it was rated. */
  ratings: gameRatings.nullish(),
});
export type FinishedGame = z.infer<typeof finishedGame>;
