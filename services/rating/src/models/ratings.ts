import { fromWireWinner, type RatingClass } from '@doushouqi/protocol';
import { RATING_FLAGS, ratingClass, timeControl } from '@doushouqi/protocol/server';
import type { Win } from '@doushouqi/rating';
import { type DocumentOf, defineCollection, type ModelsOf } from '@doushouqi/service-kit';
import { z } from 'zod';

const counts = z.object({ wins: z.number(), losses: z.number(), draws: z.number() });
const season = counts.extend({ season: z.string(), best: z.number().nullable().default(null) });
const dated = z.object({
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number(),
  ratedAt: z.number().nullable().default(null),
});
/** The change of a rating in full precision; `before` includes the growth of the deviation by absence. */
const change = z.object({ before: dated, after: dated });
export type StoredChange = z.output<typeof change>;
const offence = z.object({
  gameId: z.string(),
  offence: z.enum(['aborted', 'left', 'early_surrender']),
  /** Epoch ms. */
  at: z.number(),
});
export type StoredOffence = z.output<typeof offence>;

export const COLLECTIONS = {
  /** Ratings of users in a class after the last game (`Account`); `_id` is `ratingId` of user and class. */
  ratings: defineCollection(
    'ratings',
    dated.extend({
      _id: z.string(),
      userId: z.string(),
      class: ratingClass,
      seq: z.number(),
      red: counts,
      blue: counts,
      // Old ratings lack these until the next game, or until `npm run rerate -- --write`; `tally` until the latter.
      seasons: z.array(season).readonly().exactOptional(),
      days: z
        .array(z.object({ day: z.number(), rating: z.number() }))
        .readonly()
        .exactOptional(),
      tally: z
        .object({ rounds: z.number(), streak: z.number(), bestStreak: z.number() })
        .nullable()
        .exactOptional(),
      /** The account was deleted; the rating stays for its opponents’ games, without a place on the ladder. */
      hasLeft: z.literal(true).exactOptional(),
    }),
    // Ranked players.
    [[{ class: 1, deviation: 1 }]],
  ),
  /** Rated games; `_id` is the `gameId`. They never change. */
  games: defineCollection(
    'ratedgames',
    z.object({
      _id: z.string(),
      /** Order in which games can be rated again (`RatedOutcome`). */
      seq: z.number(),
      roomId: z.string(),
      class: ratingClass,
      timeControl,
      /** Red and blue. */
      players: z.tuple([z.string(), z.string()]),
      /** `pairOf` the players. */
      pair: z.string(),
      winner: z.literal([0, 1, 2]),
      endReason: z.string(),
      /** Number of plies. */
      plies: z.number(),
      /** Epoch ms. */
      startTime: z.number(),
      endTime: z.number(),
      /** Absent in the oldest games; see `RATING_RULE`. */
      rule: z.literal([1, 2]).exactOptional(),
      /** See `FinishedGame`. */
      isArranged: z.literal(true).exactOptional(),
      weight: z.number(),
      red: change,
      blue: change,
      /** For review: the user who left, the lag of each move (ms), the focus losses of each window. */
      leftBy: z.string().exactOptional(),
      lags: z.array(z.number()),
      focusLosses: z.object({ player1: z.number(), player2: z.number() }),
    }),
    [
      [{ players: 1, class: 1, endTime: -1 }],
      [{ players: 1, endTime: -1 }],
      [{ pair: 1, endTime: -1 }],
      [{ seq: 1 }],
    ],
  ),
  /** Conduct of users (`_id`) in rated games; see `Conduct`. */
  conducts: defineCollection(
    'conducts',
    z.object({
      _id: z.string(),
      points: z.number(),
      at: z.number(),
      pauseUntil: z.number(),
      /** Last offences, oldest first, at most one per game. */
      offences: z.array(offence),
    }),
    [[{ pauseUntil: 1 }]],
  ),
  /** Hints for operators without effect; `_id`: `kind`, users and day. */
  flags: defineCollection(
    'flags',
    z.object({
      _id: z.string(),
      kind: z.enum(RATING_FLAGS),
      users: z.array(z.string()),
      games: z.array(z.string()),
      /** End of the last of these games, epoch ms. */
      at: z.number(),
    }),
    [[{ at: -1 }], [{ users: 1, at: -1 }]],
  ),
  /**
   * Points that came back to the opponents of a person who used an engine; `_id`: sanction, user and class. `npm run rerate` replays
   * them between the games, by `seq`.
   */
  returns: defineCollection(
    'returnedpoints',
    z.object({
      _id: z.string(),
      seq: z.number(),
      sanctionId: z.string(),
      /** Who gets them, and who had won them. */
      userId: z.string(),
      fromId: z.string(),
      class: ratingClass,
      points: z.number(),
      /** The games in which they were lost; none comes back twice. */
      games: z.array(z.string()),
      /** Epoch ms. */
      at: z.number(),
      /** When the user has read it. */
      seenAt: z.number().exactOptional(),
    }),
    [[{ userId: 1, at: -1 }], [{ fromId: 1 }], [{ sanctionId: 1 }], [{ seq: 1 }]],
  ),
};

export type Ratings = ModelsOf<typeof COLLECTIONS>;
export type StoredRating = DocumentOf<typeof COLLECTIONS.ratings>;
export type StoredRatedGame = DocumentOf<typeof COLLECTIONS.games>;
export type StoredConduct = DocumentOf<typeof COLLECTIONS.conducts>;
export type StoredFlag = DocumentOf<typeof COLLECTIONS.flags>;
export type StoredReturn = DocumentOf<typeof COLLECTIONS.returns>;

export function ratingId(userId: string, ratingClass: RatingClass): string {
  return `${userId}:${ratingClass}`;
}

/** Returns the key of two users, independent of their order. */
export function pairOf(one: string, other: string): string {
  return [one, other].toSorted().join(':');
}

/** Returns the id of the points that come back to a user in a class. */
export function returnId(sanctionId: string, userId: string, ratingClass: RatingClass): string {
  return `${sanctionId}:${ratingId(userId, ratingClass)}`;
}

/** Fields of earlier games that weights and flags use. */
export const EARLIER_FIELDS = { players: 1, winner: 1, plies: 1, red: 1, blue: 1, isArranged: 1 } as const;
export type EarlierGame = Pick<StoredRatedGame, '_id' | keyof typeof EARLIER_FIELDS>;

export interface StoredWin extends Win {
  gameId: string;
  isArranged: boolean;
}

/** Returns the user who won a stored game; null after a draw. */
export function winnerOf({ players, winner }: Pick<StoredRatedGame, 'players' | 'winner'>): string | null {
  const [red, blue] = players;
  const side = fromWireWinner(winner);
  return side === 'draw' ? null : side === 'red' ? red : blue;
}

/** Returns the games that a user won. */
export function winsOf(games: readonly EarlierGame[], userId: string): StoredWin[] {
  return games
    .filter((game) => winnerOf(game) === userId)
    .map(({ _id, players, plies, red, blue, isArranged = false }) => {
      const opponentDeviation = (players[0] === userId ? blue : red).before.deviation;
      return { gameId: _id, plies, opponentDeviation, isArranged };
    });
}
