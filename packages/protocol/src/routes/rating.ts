import { z } from 'zod';
import { finishedGame, gameRatings, recordTotals, userId } from '../entities.ts';
import { routesOf } from '../http.ts';
import { RATED_GAMES_PER_CALL, RATINGS_PER_CALL } from '../limits.ts';
import { ladderRow, offence, ratedGame, standing, standings, timeClass } from '../standings.ts';

const params = z.object({ userId });
const ranked = standing.extend({ rank: z.int().nullable() });
const byColor = z.object({ red: recordTotals, blue: recordTotals });

/** Ids in a query, with commas between them. */
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
    meaning:
      'Where some users stand, `ids` with commas between them; whoever never played stands at the start.',
    query: z.object({ ids }),
    reply: z.object({ ratings: z.array(standings.extend({ userId })) }),
  },
  getConduct: {
    method: 'GET',
    path: '/ratings/mine/conduct',
    auth: 'user',
    meaning:
      'Whether the caller may look for an opponent: `pause` until when not, and for what; `warning`: what the next time brings a pause of `nextPause` ms for.',
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
      'Where a user stands in each time class; `rank`: his place on its ladder, null while provisional.',
    params,
    reply: z.object({ fast: ranked, slow: ranked }),
  },
  getRatingHistory: {
    method: 'GET',
    path: '/ratings/:userId/history',
    auth: 'public',
    meaning:
      'A user’s rating over time, oldest first: the last of each day, spread evenly where those are many.',
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
    meaning: 'A user’s last rated games, newest first.',
    params,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(RATED_GAMES_PER_CALL).default(RATED_GAMES_PER_CALL),
    }),
    reply: z.object({ games: z.array(ratedGame) }),
  },
  getRatedRecord: {
    method: 'GET',
    path: '/ratings/:userId/record',
    auth: 'public',
    meaning:
      'How a user’s rated games went, by time class and colour. Null without games, or while it is not known: `averageRounds`, and `bestStreak`, the most wins one after another in one time class.',
    params,
    reply: z.object({
      fast: byColor,
      slow: byColor,
      averageRounds: z.int().nullable(),
      bestStreak: z.int().nullable(),
    }),
  },
  getVersus: {
    method: 'GET',
    path: '/ratings/:userId/versus',
    auth: 'user',
    meaning: 'How the caller’s rated games with this user went for the caller, and the last of them.',
    params,
    reply: recordTotals.extend({ last: z.array(ratedGame) }),
  },
  getLadder: {
    method: 'GET',
    path: '/ladder',
    auth: 'optional',
    meaning:
      'The first hundred of a time class; `size`: how many are ranked, `animals`: how many of them on the levels of each animal, rat first; `me`: the caller’s own place with those around it, `rank` null while provisional, null without a rated game.',
    query: z.object({ class: timeClass }),
    reply: z.object({
      players: z.array(ladderRow),
      size: z.int(),
      animals: z.array(z.int()),
      me: z
        .object({
          rank: z.int().nullable(),
          rating: z.int(),
          provisional: z.boolean(),
          week: standing.shape.week,
          around: z.array(ladderRow),
        })
        .nullable(),
    }),
  },
  rateGame: {
    method: 'POST',
    path: '/internal/rated-games',
    auth: 'service',
    meaning:
      'Takes a finished game of a rated room and rates it; the same game again changes nothing. `ratings` is null for an aborted one.',
    body: finishedGame,
    reply: z.object({ ratings: gameRatings.nullable() }),
  },
});
