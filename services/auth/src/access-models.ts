import { type Connection, type Model, Schema } from 'mongoose';

/** A session of a member, listed until it ends. */
interface DeviceRecord {
  /** Session id of the token. */
  _id: string;
  userId: string;
  name: string;
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
  expiresAt: Date;
}

export type MailLinkModel = Model<MailLinkRecord>;

const mailLinkSchema = new Schema<MailLinkRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    purpose: { type: String, required: true },
    email: { type: String, required: true },
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

/** Opens the collections about ways into accounts, with their indexes. */
export async function openAccess(connection: Connection) {
  const models = {
    devices: connection.model<DeviceRecord>('Device', deviceSchema),
    mailLinks: connection.model<MailLinkRecord>('Link', mailLinkSchema),
    passkeys: connection.model<PasskeyRecord>('Passkey', passkeySchema),
    challenges: connection.model<ChallengeRecord>('Challenge', challengeSchema),
  };
  await Promise.all(Object.values(models).map((model) => model.createIndexes()));
  return models;
}
