import { type Connection, type Model, Schema, Types } from 'mongoose';
import type { RecordType } from './game-record.ts';

export const RESULTS = ['win', 'loss', 'draw'] as const;
export type GameResult = (typeof RESULTS)[number];

/** By what a history is filtered and counted. */
export interface EntryKind {
  type: RecordType;
  favorite: boolean;
  /** Of a game in a rated room; absent in all others. */
  rated?: true;
  /** Null where the user has no side, and where nobody ended the game. */
  result: GameResult | null;
}

/** A game in the history of one user. */
export interface StoredEntry extends EntryKind {
  /** `entryId` of user and game, so that he has it once. */
  _id: string;
  userId: string;
  recordId: Types.ObjectId;
  /** The opponent's nickname; null where the user has no side. */
  opponent: string | null;
  /** Epoch ms. */
  endTime: number;
  /** The user's own, on a favourite. */
  comment: string;
}

/** How many games of one kind somebody has. */
export interface TallyRow extends EntryKind {
  games: number;
}

/** What was counted of a user's entries, `_id` being the user: derived, see `tally.ts`. */
export interface StoredTally {
  _id: string;
  /** Raised before and after each change of the user's entries. */
  changes: number;
  /** Changes that began and did not end; those of a process that died never do. */
  open: number;
  /** When the last change began, epoch ms. */
  since: number;
  /** What was counted last, and at which `changes`. */
  rows?: TallyRow[];
  countedAt?: number;
}

export interface History {
  entries: Model<StoredEntry>;
  tallies: Model<StoredTally>;
}

/** Ids of one user's entries sort as those of their games do. */
export function entryId(userId: string, recordId: Types.ObjectId | string): string {
  return `${userId}:${recordId}`;
}

// Indexes are made once, before the first request, so that a failure to make them is seen.
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
    opponent: textOrNull,
    endTime: number,
    favorite: flag,
    comment: { type: String, default: '' },
  },
  OPTIONS,
);
// Each filter reads its page in order. The id settles the order of games that ended in the same millisecond.
entry.index({ userId: 1, endTime: -1, _id: -1 });
entry.index({ userId: 1, type: 1, endTime: -1, _id: -1 });
entry.index({ userId: 1, favorite: 1, endTime: -1, _id: -1 });
entry.index({ userId: 1, rated: 1, endTime: -1, _id: -1 });
entry.index({ userId: 1, result: 1, endTime: -1, _id: -1 });

const row = new Schema<TallyRow>(
  { type: text, favorite: flag, rated: { type: Boolean }, result: textOrNull, games: number },
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

/** The histories of all users on this connection, with the indexes in place. */
export async function openHistory(connection: Connection): Promise<History> {
  const entries = connection.model<StoredEntry>('HistoryEntry', entry);
  await entries.createIndexes();
  return { entries, tallies: connection.model<StoredTally>('HistoryTally', tally) };
}
