import type { PushKinds } from '@doushouqi/protocol';
import { type Connection, type Model, Schema } from 'mongoose';
import { number, OPTIONS, text } from '../models.ts';

/** The push subscription (RFC 8030) of a device; `_id` is its login session. */
export interface StoredSubscription {
  _id: string;
  userId: string;
  /** Unique: a browser that logs in as another user calls that user only. */
  endpoint: string;
  keys: { p256dh: string; auth: string };
  kinds: PushKinds;
  /** Epoch ms, as are the times of the session below. */
  at: number;
  issuedAt: number;
  /** The store deletes the subscription with its session. */
  expiresAt: Date;
}

/** The key pair by which push services identify this installation (RFC 8292); there is one. */
export interface StoredVapidKey {
  _id: 'vapid';
  publicKey: string;
  privateKey: string;
}

export interface PushModels {
  subscriptions: Model<StoredSubscription>;
  vapidKeys: Model<StoredVapidKey>;
}

const subscription = new Schema<StoredSubscription>(
  {
    _id: text,
    userId: text,
    endpoint: text,
    keys: { p256dh: text, auth: text },
    kinds: { type: Object, required: true },
    at: number,
    issuedAt: number,
    expiresAt: { type: Date, required: true },
  },
  OPTIONS,
);
subscription.index({ userId: 1, at: -1 });
subscription.index({ endpoint: 1 }, { unique: true });
subscription.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const vapidKey = new Schema<StoredVapidKey>({ _id: text, publicKey: text, privateKey: text }, OPTIONS);

/** Opens the collections with their indexes. */
export async function openPushModels(connection: Connection): Promise<PushModels> {
  const models = {
    subscriptions: connection.model<StoredSubscription>('Subscription', subscription),
    vapidKeys: connection.model<StoredVapidKey>('Key', vapidKey),
  };
  await Promise.all(Object.values(models).map((model) => model.createIndexes()));
  return models;
}
