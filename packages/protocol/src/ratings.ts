import { endReason, pairingColor, publicUser, timeControl, userId } from './entities.ts';
import { shownRating } from './game-records.ts';
import { forClasses, OTHER_CLASSES, RATING_CLASSES, TIME_CLASSES } from './rating-classes.ts';
import { z } from './zod.ts';

/** Ratings, levels, seasons, rated games and the ladder on the wire (docs/ratings.md). */

export const timeClass = z.enum(TIME_CLASSES);
export const ratingClass = z.enum(RATING_CLASSES);

/** One of the 24 levels: `order` 1 to 24, `id` as `rat-1` (packages/rating). */
export const level = z.object({ order: z.int().min(1).max(24), id: z.string() });
export type Level = z.infer<typeof level>;

/** Results of a season such as `2026-4`; `best`: order of the highest level that was not provisional. */
const seasonRecord = z.object({
  season: z.string(),
  best: z.int().nullable(),
  wins: z.int(),
  losses: z.int(),
  draws: z.int(),
});
export type SeasonRecord = z.infer<typeof seasonRecord>;

/** Rating change of the last seven days; null without games. */
const week = z.int().nullable();

/** A user's rating in a class. `provisional`: too few or too old games to be ranked. */
export const userRating = shownRating.extend({
  games: z.int(),
  provisional: z.boolean(),
  level,
  week,
  /** The last seasons with a game, oldest first. */
  seasons: z.array(seasonRecord),
});
export type UserRating = z.infer<typeof userRating>;
/** In each time class. */
export const userRatings = z.object(forClasses(TIME_CLASSES, () => userRating));
export type UserRatings = z.infer<typeof userRatings>;
const ranked = userRating.extend({ rank: z.int().nullable() });
/** In all classes, with the place on each ladder, null while provisional; in other than time classes after a game. */
export const rankedRatings = z.object({
  ...forClasses(TIME_CLASSES, () => ranked),
  ...forClasses(OTHER_CLASSES, () => ranked.optional()),
});
export type RankedRatings = z.infer<typeof rankedRatings>;

/** A rated game on the page of one of its players. */
export const ratedGame = z.object({
  gameId: z.string(),
  /** When it ended, epoch ms. */
  at: z.number(),
  class: ratingClass,
  timeControl,
  /** From the player's view, like all below. */
  color: pairingColor,
  opponent: publicUser,
  result: z.enum(['win', 'loss', 'draw']),
  endReason,
  /** A round with a move of only one side counts. */
  rounds: z.int(),
  before: z.int(),
  after: z.int(),
  /** The player's first rated game in the class, so `before` rests on no result; absent for others. */
  isFirst: z.literal(true).optional(),
});
export type RatedGame = z.infer<typeof ratedGame>;

/** A row of the ladder. */
export const ladderRow = z.object({
  rank: z.int(),
  userId,
  nickname: z.string(),
  avatar: z.string(),
  isOnline: z.boolean(),
  rating: z.int(),
  level,
  week,
  /** Results of this season; null without games. */
  season: seasonRecord.nullable(),
});
export type LadderRow = z.infer<typeof ladderRow>;

/**
 * Hints from the rated games of a day. `repeated_pair`: many games of two users. `early_surrenders`: a user resigned early in many
 * games. `early_wins`: many games of a winner ended early. `newcomer_wins`: many wins of a user over provisional players.
 * `arranged_wins`: many wins of a user in arranged games. `early_pair`: most games of two users in tournaments, rated or not, ended
 * early within 30 days.
 */
export const RATING_FLAGS = [
  'repeated_pair',
  'early_surrenders',
  'early_wins',
  'newcomer_wins',
  'arranged_wins',
  'early_pair',
] as const;

/** Reasons of a pairing pause. */
export const OFFENCES = ['aborted', 'left', 'early_surrender'] as const;
export const offence = z.enum(OFFENCES);
export type Offence = z.infer<typeof offence>;
