import { randomBytes } from 'node:crypto';
import { type Connection, type Model, Schema, Types } from 'mongoose';

/** A private message as stored. */
export interface StoredMessage {
  _id: Types.ObjectId;
  /** `pairOf` both: the conversation. */
  pair: string;
  fromId: string;
  toId: string;
  /** Counts what one wrote to the other: of two that were judged by the same last one, only one can be stored. */
  n: number;
  content: string;
  /** Epoch ms. */
  timestamp: number;
}

/** How many messages by `other` somebody has not read; `_id` is `towards(reader, other)`. Absent for none. */
export interface StoredUnread {
  _id: string;
  other: string;
  count: number;
}

export interface Talks {
  messages: Model<StoredMessage>;
  unread: Model<StoredUnread>;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0').slice(-digits);
}

/**
 * The id of somebody's `n`th message to somebody. The driver's own sort by second and process; these by millisecond,
 * whoever made them, and one's own in the order in which they were said.
 */
export function messageIdAt(now: number, n: number): Types.ObjectId {
  return new Types.ObjectId(hex(now, 12) + hex(n, 6) + randomBytes(3).toString('hex'));
}

// Indexes are made once, before the first request, so that a failure to make them is seen.
const OPTIONS = { versionKey: false, autoIndex: false, autoCreate: false } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;

const message = new Schema<StoredMessage>(
  { pair: text, fromId: text, toId: text, n: number, content: text, timestamp: number },
  OPTIONS,
);
message.index({ pair: 1, _id: -1 });
message.index({ fromId: 1, toId: 1, n: -1 }, { unique: true });

const unread = new Schema<StoredUnread>({ _id: text, other: text, count: number }, OPTIONS);

/** Conversations on this connection, with the indexes in place. */
export async function openTalks(connection: Connection): Promise<Talks> {
  const talks: Talks = {
    messages: connection.model<StoredMessage>('PrivateMessage', message),
    unread: connection.model<StoredUnread>('Unread', unread),
  };
  await talks.messages.createIndexes();
  return talks;
}
