import { ONLINE_RULE_SET } from '@doushouqi/rules';
import {
  endReason,
  gameContext,
  isRated,
  publicUser,
  recordedMove,
  roomKind,
  ruleSet,
  timeControl,
  userId,
  winner,
} from './entities.ts';
import { MAX_ARCHIVED_PLIES } from './limits.ts';
import { OPEN_ROOM_KIND } from './room-kinds.ts';
import { z } from './zod.ts';

/** Archived games on the wire. */

/** A side of an archived game; `_id` is null without an account: both sides of a local game, the computer. */
export const recordPlayer = publicUser.extend({ _id: userId.nullable() });
export type RecordPlayer = z.infer<typeof recordPlayer>;

/**
 * `online`: played in a room. `local`: saved from a device, between two people at one screen or against the computer.
 */
export const RECORD_TYPES = ['online', 'local'] as const;

/** A rating for display, in whole numbers. */
export const shownRating = z.object({ rating: z.int(), deviation: z.int() });
const ratingChange = z.object({ before: shownRating, after: shownRating });
export type RatingChange = z.infer<typeof ratingChange>;
/** The rating changes of a rated game. */
export const gameRatings = z.object({ red: ratingChange, blue: ratingChange });
export type GameRatings = z.infer<typeof gameRatings>;

/** Origin and course of an archived game. */
const archivedGame = z.object({
  _id: z.string(),
  type: z.enum(RECORD_TYPES),
  players: z.object({ red: recordPlayer, blue: recordPlayer }),
  ruleSet,
  /** FEN-like string of a set-up position; null for the usual start. */
  start: z.string().nullable(),
  /** Null for a game without clocks. */
  timeControl: timeControl.nullable(),
  /**
   * Whether it was played in a rated room, and the rating changes; null if it was not, and for games older than
   * ratings.
   */
  rated: z.boolean(),
  ratings: gameRatings.nullable(),
  /** Kind and level of the computer; null for games between people. */
  aiType: z.string().nullable(),
  aiLevel: z.int().nullable(),
  /** Epoch ms. */
  startTime: z.number(),
  endTime: z.number(),
});

/** A game in a user's history, from the caller's view. */
export const gameRecord = archivedGame.extend({
  notation: z.object({
    record: z.string(),
    moves: z.array(recordedMove),
    winner,
    endReason,
  }),
  /** Absent for a game of no tournament. */
  tournamentId: z.string().optional(),
  /** The caller's favorite with its comment, or empty. */
  favorites: z.array(z.object({ userId, comment: z.string() })),
  /** Id of the public link, null if none was made. Only players of the game get it. */
  shareId: z.string().nullable(),
});
export type GameRecord = z.infer<typeof gameRecord>;

/** An exported game: the record string and the time of each move, in ms since `startTime`. */
export const exportedGame = archivedGame.extend({
  record: z.string(),
  moveTimes: z.array(z.int()),
  /** The caller's comment on a favorite; null if it is none. */
  comment: z.string().nullable(),
});
export type ExportedGame = z.infer<typeof exportedGame>;

/** Results of a user's games that have an own side; `games` counts all stored games. */
export const recordTotals = z.object({ games: z.int(), wins: z.int(), losses: z.int(), draws: z.int() });
export type RecordTotals = z.infer<typeof recordTotals>;

/**
 * The players of a room could have arranged to meet: by a challenge, or because both joined the queue from one address
 * (an IPv6 /64). Absent for other rooms and in records that lack it. Only services get it.
 */
export const isArranged = z.literal(true);

/**
 * A finished game for the archive, idempotent by `gameId`. `moveTimes`: time of each move, in ms since `startTime`.
 * `winner` -1: ended by agreement without a result, or aborted. Defaults fill fields that older games lack.
 */
export const finishedGame = z.object({
  gameId: z.string().min(1).max(64),
  roomId: z.string(),
  players: z.tuple([userId, userId]),
  /** Default for games older than named rule sets. */
  ruleSet: ruleSet.default(ONLINE_RULE_SET),
  /** FEN-like string of a set-up position; absent for the usual start. */
  start: z.string().max(80).optional(),
  record: z
    .string()
    .min(6)
    .max(6 + 3 * MAX_ARCHIVED_PLIES),
  winner,
  endReason,
  /** Null for a game without clocks. */
  timeControl: timeControl.nullable(),
  startTime: z.number(),
  endTime: z.number(),
  moveTimes: z.array(z.int()).max(MAX_ARCHIVED_PLIES),
  kind: roomKind.default(OPEN_ROOM_KIND),
  context: gameContext.optional(),
  isRated,
  isArranged: isArranged.optional(),
  /** Player who made no first move or resigned before it. */
  abortedBy: userId.optional(),
  /** Player who lost by leaving or by being offline. */
  leftBy: userId.optional(),
  /** The mover's measured lag at each move, ms; empty unless known for all moves. */
  lags: z.array(z.int()).max(MAX_ARCHIVED_PLIES).default([]),
  /** Number of times each player's window lost the focus; counted in rated games only. */
  focusLosses: z.object({ player1: z.int(), player2: z.int() }).default({ player1: 0, player2: 0 }),
  /** The rating changes, once it was rated. */
  ratings: gameRatings.nullish(),
});
export type FinishedGame = z.infer<typeof finishedGame>;
