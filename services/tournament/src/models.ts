import { standingsRow, TOURNAMENT_KINDS, tournamentResult } from '@doushouqi/protocol/server';
import { type DocumentOf, defineCollection, type ModelsOf } from '@doushouqi/service-kit';
import { z } from 'zod';

/** A row of the final standings. */
const storedRow = standingsRow
  .omit({ rank: true, user: true, isPlaying: true, isCheckedIn: true })
  .extend({ userId: z.string() });

export const COLLECTIONS = {
  /** Tournaments from their creation on. Times in epoch ms. */
  tournaments: defineCollection(
    'tournaments',
    z.object({
      _id: z.string(),
      /** Unique: the creator of an open tournament, who has only one; else the id. */
      slot: z.string(),
      name: z.string(),
      description: z.string().default(''),
      kind: z.enum(TOURNAMENT_KINDS),
      timeControl: z.object({ initial: z.number(), increment: z.number() }),
      rated: z.boolean(),
      levels: z.object({ min: z.number(), max: z.number() }).nullable(),
      isPrivate: z.boolean(),
      /** Of a private one; null, or absent in older ones: none is needed. */
      password: z.string().nullish().default(null),
      /** House bots play. */
      hasBots: z.boolean(),
      /** Null for an event of a series. */
      createdBy: z.string().nullable(),
      startsAt: z.number(),
      /** Of an arena, else null. */
      minutes: z.number().nullable(),
      /** Of a Swiss, else null. */
      rounds: z.number().nullable(),
      checkIn: z.boolean(),
      breakMs: z.number(),
      /** Id of the series of an event, else null. */
      series: z.string().nullable().default(null),
      /** Number of changes by the creator. */
      revision: z.number().default(0),
      /** Set before the first event of the start; from then on it is neither changed nor cancelled. */
      startedAt: z.number().nullable().default(null),
      /** A cancelled tournament is not found any more. */
      cancelledAt: z.number().nullable().default(null),
      /** Set when the players of a cancelled tournament are notified; the store deletes it at this time. */
      deleteAt: z.date().nullable().default(null),
      /** All below: null and empty until the tournament has ended and is stored. */
      endedAt: z.number().nullable(),
      champion: z.string().nullable(),
      round: z.number(),
      players: z.number(),
      standings: z.array(storedRow),
    }),
    [
      [{ slot: 1 }, { unique: true }],
      [{ endedAt: 1, startsAt: 1 }],
      [{ createdBy: 1, startsAt: 1 }],
      [{ deleteAt: 1 }, { expireAfterSeconds: 0 }],
    ],
  ),
  /** Games of tournaments that have ended, in the order of their pairing. */
  games: defineCollection(
    'tournamentgames',
    z.object({
      _id: z.string(),
      tournamentId: z.string(),
      position: z.number(),
      round: z.number().nullable(),
      red: z.string(),
      blue: z.string(),
      result: tournamentResult,
      isForfeit: z.boolean(),
      plies: z.number(),
      at: z.number(),
      endedAt: z.number(),
    }),
    [[{ tournamentId: 1, position: 1 }], [{ red: 1, blue: 1, endedAt: 1 }]],
  ),
  /** Results of people with a game in finished public tournaments that count for medals. */
  results: defineCollection(
    'tournamentresults',
    z.object({
      /** `TOURNAMENT:USER`. */
      _id: z.string(),
      userId: z.string(),
      tournamentId: z.string(),
      name: z.string(),
      kind: z.enum(TOURNAMENT_KINDS),
      rank: z.number(),
      players: z.number(),
      endedAt: z.number(),
    }),
    [[{ userId: 1, rank: 1, endedAt: -1 }]],
  ),
};

export type TournamentModels = ModelsOf<typeof COLLECTIONS>;
/** A tournament without its final standings. */
export type StoredTournament = Omit<DocumentOf<typeof COLLECTIONS.tournaments>, 'standings'>;
export type StoredRow = z.output<typeof storedRow>;
export type StoredResult = DocumentOf<typeof COLLECTIONS.results>;
export type StoredTournamentGame = DocumentOf<typeof COLLECTIONS.games>;

/** Fields of a new tournament. */
export const NEW = {
  series: null,
  ...{ revision: 0, startedAt: null, cancelledAt: null, deleteAt: null },
  ...{ endedAt: null, champion: null, round: 0, players: 0 },
} as const;
