import { pairingColor, userId } from '../entities.ts';
import { finishedGame, gameRatings, recordTotals } from '../game-records.ts';
import { routesOf } from '../http.ts';
import {
  EARLY_PAIRS_PER_CALL,
  GAMES_OF_EARLY_PAIR,
  RATED_GAMES_PER_CALL,
  RATINGS_PER_CALL,
} from '../limits.ts';
import { storedId } from '../moderation.ts';
import { forClasses, TIME_CLASSES } from '../rating-classes.ts';
import {
  ladderRow,
  OFFENCES,
  type Offence,
  offence,
  RATING_FLAGS,
  rankedRatings,
  ratedGame,
  ratingClass,
  timeClass,
  userRating,
  userRatings,
} from '../ratings.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const params = z.object({ userId });
const byColor = z.object({ red: recordTotals, blue: recordTotals });

/** Ids in a query, separated by commas. */
const ids = z
  .string()
  .max(25 * RATINGS_PER_CALL)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(userId).min(1).max(RATINGS_PER_CALL));

export const ratingRoutes = routesOf('rating', {
  listRatings: {
    method: 'GET',
    path: '/ratings',
    auth: 'public',
    meaning: 'Returns ratings; `ids` is comma-separated. Users without games have the initial rating.',
    query: z.object({ ids }),
    reply: z.object({ ratings: z.array(userRatings.extend({ userId })) }),
  },
  getConduct: {
    method: 'GET',
    path: '/ratings/mine/conduct',
    auth: 'play',
    meaning:
      'Returns the caller’s pause with end and reason, and the `warning` whose repetition costs a pause of `nextPause` ms.',
    reply: z.object({
      pause: z.object({ until: z.number(), reason: offence }).nullable(),
      warning: offence.nullable(),
      nextPause: z.int(),
    }),
  },
  getRatings: {
    method: 'GET',
    path: '/ratings/:userId',
    auth: 'public',
    meaning:
      'Returns the ratings in each time class, and in others after the first game; `rank` is null while provisional.',
    params,
    reply: rankedRatings,
  },
  getRatingHistory: {
    method: 'GET',
    path: '/ratings/:userId/history',
    auth: 'public',
    meaning: 'Returns the last rating of each day, oldest first, thinned evenly if there are many.',
    params,
    query: z.object({ class: timeClass }),
    reply: z.object({
      points: z.array(z.object({ at: z.number(), rating: z.int(), deviation: z.int() })),
    }),
  },
  listRatedGames: {
    method: 'GET',
    path: '/ratings/:userId/games',
    auth: 'public',
    meaning: 'Lists the last rated games of a user, newest first; without `class` of the time classes.',
    params,
    query: z.object({
      class: ratingClass.optional(),
      limit: z.coerce.number().int().min(1).max(RATED_GAMES_PER_CALL).default(RATED_GAMES_PER_CALL),
    }),
    reply: z.object({ games: z.array(ratedGame) }),
  },
  getRatedRecord: {
    method: 'GET',
    path: '/ratings/:userId/record',
    auth: 'public',
    meaning:
      'Returns totals by time class and color. `averageRounds` and `bestStreak` (consecutive wins) are null if unknown.',
    params,
    reply: z.object({
      ...forClasses(TIME_CLASSES, () => byColor),
      averageRounds: z.int().nullable(),
      bestStreak: z.int().nullable(),
    }),
  },
  getVersus: {
    method: 'GET',
    path: '/ratings/:userId/versus',
    auth: 'play',
    meaning: 'Returns totals of the caller’s rated games against a user, and the last ones.',
    params,
    reply: recordTotals.extend({ last: z.array(ratedGame) }),
  },
  getLadder: {
    method: 'GET',
    path: '/ladder',
    auth: 'optional',
    meaning:
      'Returns the first 100 of a class. `size` counts ranked users, `animals` those by animal of their level, rat first. `me`: the caller’s place with neighbors; null without a rated game.',
    query: z.object({ class: ratingClass }),
    reply: z.object({
      players: z.array(ladderRow),
      size: z.int(),
      animals: z.array(z.int()),
      me: z
        .object({
          rank: z.int().nullable(),
          rating: z.int(),
          provisional: z.boolean(),
          week: userRating.shape.week,
          around: z.array(ladderRow),
        })
        .nullable(),
    }),
  },
  leaveLadder: {
    method: 'POST',
    path: '/internal/ratings/leave',
    auth: 'service',
    meaning: 'Removes a deleted user from the ladders. Idempotent.',
    body: z.object({ userId }),
    reply: done,
  },
  countOffences: {
    method: 'GET',
    path: '/internal/ratings/:userId/offences',
    auth: 'service',
    meaning: 'Counts the stored offences of a user in rated games since `since` (epoch ms).',
    params,
    query: z.object({ since: z.coerce.number() }),
    reply: z.object(Object.fromEntries(OFFENCES.map((one) => [one, z.int()])) as Record<Offence, z.ZodInt>),
  },
  listReturns: {
    method: 'GET',
    path: '/ratings/mine/returns',
    auth: 'play',
    meaning: 'Lists points that came back to the caller after an opponent used an engine, newest first.',
    reply: z.array(z.object({ at: z.number(), points: z.int(), isSeen: z.boolean() })),
  },
  readReturns: {
    method: 'POST',
    path: '/ratings/mine/returns/seen',
    auth: 'play',
    meaning: 'States that the caller has read of them. Idempotent.',
    reply: done,
  },
  countLostPoints: {
    method: 'GET',
    path: '/internal/ratings/:userId/lost-points',
    auth: 'service',
    meaning:
      'Counts the opponents, and their points, that lost to a user in the 30 days before `at` (epoch ms) and did not get them back.',
    params,
    query: z.object({ at: z.coerce.number() }),
    reply: z.object({ people: z.int(), points: z.int() }),
  },
  returnPoints: {
    method: 'POST',
    path: '/internal/ratings/returns',
    auth: 'service',
    meaning:
      'Returns the points that opponents lost to a user in the 30 days before `at` (epoch ms), and notifies them. Idempotent by sanction.',
    body: z.object({ sanctionId: storedId, userId, at: z.number() }),
    reply: done,
  },
  listGamesToCheck: {
    method: 'GET',
    path: '/internal/ratings/:userId/games',
    auth: 'service',
    meaning: 'Lists the last rated games of a user against people since `since` (epoch ms), newest first.',
    params,
    query: z.object({ since: z.coerce.number(), limit: z.coerce.number().int().min(1).max(200) }),
    reply: z.object({
      games: z.array(
        z.object({
          gameId: z.string(),
          /** When it ended, epoch ms. */
          at: z.number(),
          opponentId: userId,
          side: pairingColor,
          outcome: z.enum(['win', 'draw', 'loss']),
          endReason: z.string(),
          plies: z.int(),
          /** Before the game. */
          rating: z.int(),
          opponentRating: z.int(),
          /** The opponent's rating was provisional. */
          isOpponentNew: z.boolean(),
          /** Change of the user's rating, in full precision. */
          change: z.number(),
          isArranged: z.boolean(),
          /** How often the user's window lost the focus. */
          focusLosses: z.int(),
          /** Lag of each half-move, ms; empty if unknown. */
          lags: z.array(z.number()),
        }),
      ),
    }),
  },
  listRatedUsers: {
    method: 'GET',
    path: '/internal/rated-users',
    auth: 'service',
    meaning:
      'Lists users with rated games against people, or with a flag `early_pair`, since `since` (epoch ms), in pages; `next` is null on the last.',
    query: z.object({ since: z.coerce.number(), after: z.string().max(64).optional() }),
    reply: z.object({ userIds: z.array(userId), next: z.string().nullable() }),
  },
  listRatingFlags: {
    method: 'GET',
    path: '/internal/ratings/:userId/flags',
    auth: 'service',
    meaning: 'Lists the flags of a user since `since` (epoch ms), newest first.',
    params,
    query: z.object({ since: z.coerce.number() }),
    reply: z.object({
      flags: z.array(
        z.object({
          kind: z.enum(RATING_FLAGS),
          users: z.array(z.string()),
          games: z.array(z.string()),
          at: z.number(),
        }),
      ),
    }),
  },
  flagEarlyPairs: {
    method: 'POST',
    path: '/internal/ratings/early-pairs',
    auth: 'service',
    meaning:
      'Flags pairs whose games in tournaments mostly ended early. `at`: end of the tournament, epoch ms. Idempotent.',
    body: z.object({
      pairs: z
        .array(
          z.object({
            users: z.tuple([userId, userId]),
            games: z.array(z.string().min(1).max(64)).min(1).max(GAMES_OF_EARLY_PAIR),
          }),
        )
        .max(EARLY_PAIRS_PER_CALL),
      at: z.number(),
    }),
    reply: done,
  },
  rateGame: {
    method: 'POST',
    path: '/internal/rated-games',
    auth: 'service',
    meaning:
      'Rates a finished game and adds the change to its record. Idempotent by `gameId`. `ratings` is null for an aborted game.',
    body: finishedGame,
    reply: z.object({ ratings: gameRatings.nullable() }),
  },
});
