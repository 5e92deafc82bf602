import type { AccessChange } from '@doushouqi/protocol';
import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** A session of a member, listed until it ends. */
export interface DeviceRecord {
  /** Session id of the token. */
  _id: string;
  userId: string;
  name: string;
  /** Address range of the login; absent or null if unknown. */
  network?: string | null;
  since: Date;
  seenAt: Date;
  expiresAt: Date;
}

export type DeviceModel = Model<DeviceRecord>;

const deviceSchema = new Schema<DeviceRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    name: { type: String, required: true },
    network: { type: String },
    since: { type: Date, required: true },
    seenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false },
);
deviceSchema.index({ userId: 1, since: -1 });
deviceSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** A link that was sent and not used. */
interface MailLinkRecord {
  /** Hash of the token. */
  _id: string;
  userId: string;
  /** `verify`: stores the address with the account; `reset`: sets a new password. */
  purpose: 'verify' | 'reset';
  email: string;
  /** Session that asked for a verification. */
  sessionId?: string;
  /** The link began LINK_LIFE earlier, before the password was checked. */
  expiresAt: Date;
}

export type MailLinkModel = Model<MailLinkRecord>;

const mailLinkSchema = new Schema<MailLinkRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    purpose: { type: String, required: true },
    email: { type: String, required: true },
    sessionId: { type: String },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false },
);
mailLinkSchema.index({ userId: 1, purpose: 1 });
mailLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** A public key that logs a member in (WebAuthn). */
export interface PasskeyRecord {
  /** Id of the credential, base64url. */
  _id: string;
  userId: string;
  publicKey: Buffer;
  /** Uses that the authenticator counted; 0 if it does not count. */
  counter: number;
  /** Device on which it was made. */
  name: string;
  /** Address range from which it was added; absent or null if unknown. */
  network?: string | null;
  /** Time of the question that it answered, which needed the password. */
  since: Date;
}

export type PasskeyModel = Model<PasskeyRecord>;

const passkeySchema = new Schema<PasskeyRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    publicKey: { type: Buffer, required: true },
    counter: { type: Number, required: true },
    name: { type: String, required: true },
    network: { type: String },
    since: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false },
);
passkeySchema.index({ userId: 1 });

/** A question to a passkey, which counts once. */
interface ChallengeRecord {
  _id: string;
  /** For a new passkey of this user; null for a login. */
  userId: string | null;
  expiresAt: Date;
}

export type ChallengeModel = Model<ChallengeRecord>;

const challengeSchema = new Schema<ChallengeRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false },
);
challengeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** A change of the ways into an account, which its owner sees for 30 days. */
export interface AccessChangeRecord extends Pick<AccessChange, 'what' | 'device' | 'network'> {
  _id: Types.ObjectId;
  userId: string;
  at: Date;
  /** Session that made it; absent if a link did. */
  sessionId?: string | null;
  expiresAt: Date;
}

export type AccessChangeModel = Model<AccessChangeRecord>;

const accessChangeSchema = new Schema<AccessChangeRecord>(
  {
    userId: { type: String, required: true },
    what: { type: String, required: true },
    at: { type: Date, required: true },
    device: { type: String, required: true },
    network: { type: String, default: null },
    sessionId: { type: String },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false },
);
accessChangeSchema.index({ userId: 1, at: -1 });
accessChangeSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Opens the collections about ways into accounts, with their indexes. */
export async function openAccess(connection: Connection) {
  const models = {
    devices: connection.model<DeviceRecord>('Device', deviceSchema),
    mailLinks: connection.model<MailLinkRecord>('Link', mailLinkSchema),
    passkeys: connection.model<PasskeyRecord>('Passkey', passkeySchema),
    challenges: connection.model<ChallengeRecord>('Challenge', challengeSchema),
    accessChanges: connection.model<AccessChangeRecord>('AccessChange', accessChangeSchema),
  };
  await Promise.all(Object.values(models).map((model) => model.createIndexes()));
  return models;
}
