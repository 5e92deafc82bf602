import { type Connection, type Model, Schema, Types } from 'mongoose';
import type { RecordType } from './game-record.ts';

export const RESULTS = ['win', 'loss', 'draw'] as const;
export type GameResult = (typeof RESULTS)[number];

/** Fields by which a history is filtered and counted. */
export interface EntryKind {
  type: RecordType;
  favorite: boolean;
  /** Only for games of rated rooms. */
  rated?: true;
  /** Only for games from a set-up position, whose results do not count. */
  setUp?: true;
  /** Null if the user has no side or the game is unfinished. */
  result: GameResult | null;
}

/** A game in a user's history. */
export interface StoredEntry extends EntryKind {
  /** `entryId` of user and game, so it is unique. */
  _id: string;
  userId: string;
  recordId: Types.ObjectId;
  /** The opponent's nickname; null if the user has no side. */
  opponent: string | null;
  /** Epoch ms. */
  endTime: number;
  /** The user's comment on a favorite. */
  comment: string;
}

/** Number of a user's games of one kind. */
export interface TallyRow extends EntryKind {
  games: number;
}

/** Counts of a user's entries; `_id` is the user. Derived, see `tally.ts`. */
export interface StoredTally {
  _id: string;
  /** Increased before and after each change of the user's entries. */
  changes: number;
  /** Changes that have started and not ended; those of a dead process stay open. */
  open: number;
  /** Start of the last change, epoch ms. */
  since: number;
  /** Last counts, and the `changes` at which they were valid. */
  rows?: TallyRow[];
  countedAt?: number;
}

export interface History {
  entries: Model<StoredEntry>;
  tallies: Model<StoredTally>;
}

/** Returns the id of an entry. Ids of a user sort as their games do. */
export function entryId(userId: string, recordId: Types.ObjectId | string): string {
  return `${userId}:${recordId}`;
}

// Indexes are created before the first request, so that a failure stops the start.
const OPTIONS = { versionKey: false, autoIndex: false, autoCreate: false } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const flag = { type: Boolean, required: true } as const;
const textOrNull = { type: String, default: null } as const;

const entry = new Schema<StoredEntry>(
  {
    _id: text,
    userId: text,
    recordId: { type: Types.ObjectId, required: true },
    type: text,
    result: textOrNull,
    rated: { type: Boolean },
    setUp: { type: Boolean },
    opponent: textOrNull,
    endTime: number,
    favorite: flag,
    comment: { type: String, default: '' },
  },
  OPTIONS,
);
// Each filter reads its page in index order. The id orders games of the same millisecond.
entry.index({ userId: 1, endTime: -1, _id: -1 });
entry.index({ userId: 1, type: 1, endTime: -1, _id: -1 });
entry.index({ userId: 1, favorite: 1, endTime: -1, _id: -1 });
entry.index({ userId: 1, rated: 1, endTime: -1, _id: -1 });
entry.index({ userId: 1, result: 1, endTime: -1, _id: -1 });

const row = new Schema<TallyRow>(
  {
    type: text,
    favorite: flag,
    rated: { type: Boolean },
    setUp: { type: Boolean },
    result: textOrNull,
    games: number,
  },
  { _id: false },
);

const tally = new Schema<StoredTally>(
  {
    _id: text,
    changes: number,
    open: number,
    since: number,
    rows: { type: [row], default: undefined },
    countedAt: { type: Number },
  },
  OPTIONS,
);

/** Opens the histories of a connection with their indexes. */
export async function openHistory(connection: Connection): Promise<History> {
  const entries = connection.model<StoredEntry>('HistoryEntry', entry);
  await entries.createIndexes();
  return { entries, tallies: connection.model<StoredTally>('HistoryTally', tally) };
}
