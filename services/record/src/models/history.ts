import { type DocumentOf, defineCollection, type ModelOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import { z } from 'zod';
import { recordType } from './game-record.ts';

export const RESULTS = ['win', 'loss', 'draw'] as const;
export type GameResult = (typeof RESULTS)[number];

/** Fields by which a history is filtered and counted. */
const entryKind = z.object({
  type: recordType,
  favorite: z.boolean(),
  /** Only for games of rated rooms. */
  rated: z.literal(true).exactOptional(),
  /** Only for games of tournaments. */
  tournament: z.literal(true).exactOptional(),
  /** Only for games from a set-up position, whose results do not count. */
  setUp: z.literal(true).exactOptional(),
  /** Null if the user has no side or the game is unfinished. */
  result: z.enum(RESULTS).nullable().default(null),
});
export type EntryKind = z.output<typeof entryKind>;

/** Number of a user's games of one kind. */
const tallyRow = entryKind.extend({ games: z.number() });
export type TallyRow = z.output<typeof tallyRow>;

/** The games in the histories of users. */
export const entries = defineCollection(
  'historyentries',
  entryKind.extend({
    /** `entryId` of user and game, so it is unique. */
    _id: z.string(),
    userId: z.string(),
    recordId: z.instanceof(Types.ObjectId),
    /** The opponent's nickname; null if the user has no side. */
    opponent: z.string().nullable().default(null),
    /** Epoch ms. */
    endTime: z.number(),
    /** The user's comment on a favorite. */
    comment: z.string().default(''),
  }),
  // Each filter reads its page in index order. The id orders games of the same millisecond.
  [
    [{ userId: 1, endTime: -1, _id: -1 }],
    [{ userId: 1, type: 1, endTime: -1, _id: -1 }],
    [{ userId: 1, favorite: 1, endTime: -1, _id: -1 }],
    [{ userId: 1, rated: 1, endTime: -1, _id: -1 }],
    [{ userId: 1, tournament: 1, endTime: -1, _id: -1 }],
    [{ userId: 1, result: 1, endTime: -1, _id: -1 }],
  ],
);
export type StoredEntry = DocumentOf<typeof entries>;

/** Counts of a user's entries; `_id` is the user. Derived, see `tally.ts`. */
export const tallies = defineCollection(
  'historytallies',
  z.object({
    _id: z.string(),
    /** Increased before and after each change of the user's entries. */
    changes: z.number(),
    /** Changes that have started and not ended; those of a dead process stay open. */
    open: z.number(),
    /** Start of the last change, epoch ms. */
    since: z.number(),
    /** Last counts, and the `changes` at which they were valid. */
    rows: z.array(tallyRow).exactOptional(),
    countedAt: z.number().exactOptional(),
  }),
);

export interface History {
  entries: ModelOf<typeof entries>;
  tallies: ModelOf<typeof tallies>;
}

/** Returns the id of an entry. Ids of a user sort as their games do. */
export function entryId(userId: string, recordId: Types.ObjectId | string): string {
  return `${userId}:${recordId}`;
}
