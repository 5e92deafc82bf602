import { randomBytes } from 'node:crypto';
import type { PushKinds } from '@doushouqi/protocol';
import { type DocumentOf, defineCollection, type ModelsOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import { z } from 'zod';

/** Returns the key of two users, independent of their order. */
export function pairOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}

/** Returns the key of one user's relation to another. */
export function towards(from: string, to: string): string {
  return `${from}:${to}`;
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

const userId = z.string();
/** Epoch ms. */
const time = z.number();

export const COLLECTIONS = {
  /** Friendships; `_id` is `pairOf` both, so it is unique. */
  friendships: defineCollection(
    'friendships',
    z.object({ _id: z.string(), users: z.array(userId), since: time }),
    [[{ users: 1 }]],
  ),
  /** Requests from `from` to `to`; `_id` is `towards(from, to)`. */
  requests: defineCollection(
    'friendrequests',
    z.object({ _id: z.string(), from: userId, to: userId, at: time }),
    [[{ to: 1, at: -1 }], [{ from: 1, at: -1 }]],
  ),
  /** The user `by` blocks the user `whom`; `_id` is `towards(by, whom)`. Blocks and friendships exclude each other. */
  blocks: defineCollection('blocks', z.object({ _id: z.string(), by: userId, whom: userId, at: time }), [
    [{ by: 1, at: -1 }],
    [{ whom: 1, at: -1 }],
  ]),
  /** Private messages; `pair` is `pairOf` both users. */
  messages: defineCollection(
    'privatemessages',
    z.object({
      _id: z.instanceof(Types.ObjectId),
      pair: z.string(),
      fromId: userId,
      toId: userId,
      /**
       * Number of the message among those of its sender to this user; unique, so of two concurrent messages one
       * is stored.
       */
      n: z.number(),
      content: z.string(),
      timestamp: time,
      /** The author was shadow-muted: only the author may see it. */
      isShadowed: z.literal(true).exactOptional(),
    }),
    [[{ pair: 1, _id: -1 }], [{ fromId: 1, toId: 1, n: -1 }, { unique: true }]],
  ),
  /** Numbers of unread messages by `other`; `_id` is `towards(reader, other)`. Absent for none. */
  unread: defineCollection('unreads', z.object({ _id: z.string(), other: userId, count: z.number() })),
  /** Push subscriptions (RFC 8030) of devices; `_id` is the login session. */
  subscriptions: defineCollection(
    'subscriptions',
    z.object({
      _id: z.string(),
      userId,
      /** Unique: a browser that logs in as another user calls that user only. */
      endpoint: z.string(),
      keys: z.object({ p256dh: z.string(), auth: z.string() }),
      kinds: z.custom<PushKinds>(),
      at: time,
      issuedAt: time,
      /** The store deletes the subscription with its session. */
      expiresAt: z.date(),
    }),
    [
      [{ userId: 1, at: -1 }],
      [{ endpoint: 1 }, { unique: true }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
    ],
  ),
  /** The key pair by which push services identify this installation (RFC 8292); there is one. */
  vapidKeys: defineCollection(
    'keys',
    z.object({ _id: z.literal('vapid'), publicKey: z.string(), privateKey: z.string() }),
  ),
};

export type SocialModels = ModelsOf<typeof COLLECTIONS>;
/** A private message as stored. */
export type StoredMessage = DocumentOf<typeof COLLECTIONS.messages>;
export type StoredSubscription = DocumentOf<typeof COLLECTIONS.subscriptions>;
