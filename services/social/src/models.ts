import { randomBytes } from 'node:crypto';
import { type Connection, type Model, Schema, Types } from 'mongoose';

/** Returns the key of two users, independent of their order. */
export function pairOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

/** Returns the key of one user's relation to another. */
export function towards(from: string, to: string): string {
  return `${from}:${to}`;
}

/** A friendship; `_id` is `pairOf` both, so it is unique. Times in epoch ms, here and below. */
interface StoredFriendship {
  _id: string;
  users: string[];
  since: number;
}

/** A request from `from` to `to`; `_id` is `towards(from, to)`. */
interface StoredRequest {
  _id: string;
  from: string;
  to: string;
  at: number;
}

/** The user `by` blocks the user `whom`; `_id` is `towards(by, whom)`. Blocks and friendships exclude each other. */
interface StoredBlock {
  _id: string;
  by: string;
  whom: string;
  at: number;
}

export interface People {
  friendships: Model<StoredFriendship>;
  requests: Model<StoredRequest>;
  blocks: Model<StoredBlock>;
}

// Indexes are created before the first request, so that a failure stops the start.
export const OPTIONS = { versionKey: false, autoIndex: false, autoCreate: false } as const;
export const text = { type: String, required: true } as const;
export const number = { type: Number, required: true } as const;

const friendship = new Schema<StoredFriendship>(
  { _id: text, users: { type: [String], required: true }, since: number },
  OPTIONS,
);
friendship.index({ users: 1 });

const request = new Schema<StoredRequest>({ _id: text, from: text, to: text, at: number }, OPTIONS);
request.index({ to: 1, at: -1 });
request.index({ from: 1, at: -1 });

const block = new Schema<StoredBlock>({ _id: text, by: text, whom: text, at: number }, OPTIONS);
block.index({ by: 1, at: -1 });

/** A private message as stored. */
export interface StoredMessage {
  _id: Types.ObjectId;
  /** `pairOf` both users. */
  pair: string;
  fromId: string;
  toId: string;
  /**
   * Number of the message among those of its sender to this user; unique, so of two concurrent messages one
   * is stored.
   */
  n: number;
  content: string;
  /** Epoch ms. */
  timestamp: number;
}

/** Unread messages by `other`; `_id` is `towards(reader, other)`. Absent for none. */
interface StoredUnread {
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
 * Returns the id of the `n`th message of a sender to a user. Ids sort by millisecond and then by `n`; the
 * driver's own sort by second and process.
 */
export function messageIdAt(now: number, n: number): Types.ObjectId {
  return new Types.ObjectId(hex(now, 12) + hex(n, 6) + randomBytes(3).toString('hex'));
}

const message = new Schema<StoredMessage>(
  { pair: text, fromId: text, toId: text, n: number, content: text, timestamp: number },
  OPTIONS,
);
message.index({ pair: 1, _id: -1 });
message.index({ fromId: 1, toId: 1, n: -1 }, { unique: true });

const unread = new Schema<StoredUnread>({ _id: text, other: text, count: number }, OPTIONS);

/** Opens the collections of a connection with their indexes. */
export async function openModels(connection: Connection): Promise<People & Talks> {
  const models = {
    friendships: connection.model<StoredFriendship>('Friendship', friendship),
    requests: connection.model<StoredRequest>('FriendRequest', request),
    blocks: connection.model<StoredBlock>('Block', block),
    messages: connection.model<StoredMessage>('PrivateMessage', message),
    unread: connection.model<StoredUnread>('Unread', unread),
  };
  await Promise.all(Object.values(models).map((model) => model.createIndexes()));
  return models;
}
