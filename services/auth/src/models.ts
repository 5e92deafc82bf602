import { type AccountRole, DEFAULT_AVATAR, DEFAULT_THEME } from '@doushouqi/protocol';
import { retryUpsert, skeletonOf } from '@doushouqi/service-kit';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import type { AccessReview, Addition } from './policies/access.ts';
import { namePartsOf, searchKey } from './policies/names.ts';

/** Owner of all nicknames of one skeleton. The unique key decides between concurrent registrations. */
interface NicknameClaim {
  /** `skeletonOf(nickname)`. */
  _id: string;
  userId: Types.ObjectId;
  /** Time of the claim. */
  at: Date;
}

export type NicknameModel = Model<NicknameClaim>;

const nicknameSchema = new Schema<NicknameClaim>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, autoCreate: false },
);

function openNicknames(connection: Connection): NicknameModel {
  return connection.model<NicknameClaim>('Nickname', nicknameSchema, 'nicknames');
}

/** A stored account. */
export interface UserRecord {
  _id: Types.ObjectId;
  /** Empty for guests. */
  username: string;
  /** Unique key: the username in lower case, or the key of a guest (`guestKey`) or of a deleted account. */
  usernameLower: string;
  nickname: string;
  nicknameChangedAt?: Date;
  /** Oldest first. The account also holds the claim of the last one, so that no other user takes it. */
  formerNicknames?: { nickname: string; until: Date }[];
  /** `searchKey(nickname)`; absent for guests. */
  nicknameLower?: string;
  /** `namePartsOf(username, nickname)`; empty for guests, who cannot be found. */
  nameParts: string[];
  /** Absent for guests. */
  passwordHash?: string;
  /** Verified address. */
  email?: string;
  /** Absent for an address of an older version. */
  emailAddition?: Addition;
  /** Hashes of unused recovery codes (`policies/recovery.ts`). */
  recoveryHashes?: string[];
  /** Absent for codes of an older version, or of the registration of a guest. */
  codesAddition?: Addition;
  /** The owner has not stored the codes yet: their reply may be lost. */
  codesUnseen?: true;
  /** The latest event that suspended ways in, until the owner has reviewed them. */
  accessReview?: AccessReview;
  /** Passkeys that were ever added: each addition writes it, so that two at once do not both count the same ten. */
  passkeysAdded?: number;
  avatar: string;
  settings: { theme: string };
  /** Absent for guests, players, and bots of 1.0: see `roleOf`. */
  role?: AccountRole;
  /** The mark of a bot in 1.0. */
  isBot?: true;
  /** Time of the last password change or logout of all other devices. Redis mirrors it to end older sessions. */
  passwordUpdatedAt: Date;
  createdAt: Date;
  /** The owner asked for the deletion at this time. */
  deletesAt?: Date;
  /** The deletion began at this time. Once it is complete, only the id is left. */
  deletedAt?: Date;
  /** The member who logged in on the device of this guest and took the games along. */
  mergedInto?: string;
  /** Last activity of a guest; absent for members. */
  guestSeenAt?: Date;
}

export type UserModel = Model<UserRecord>;

/** Returns the role of an account. A guest is one while `guestSeenAt` is set: registration removes only that. */
export function roleOf(user: Pick<UserRecord, 'role' | 'isBot' | 'guestSeenAt'>): AccountRole {
  if (user.guestSeenAt != null) return 'guest';
  return user.role ?? (user.isBot ? 'bot' : 'player');
}

const addition = { at: Date, device: String, network: String };

const userSchema = new Schema<UserRecord>(
  {
    username: { type: String, default: '' },
    usernameLower: { type: String, required: true },
    nickname: { type: String, required: true },
    nicknameChangedAt: { type: Date },
    formerNicknames: { type: [{ _id: false, nickname: String, until: Date }], default: undefined },
    nicknameLower: { type: String },
    nameParts: { type: [String] },
    passwordHash: { type: String },
    email: { type: String },
    emailAddition: { type: new Schema(addition, { _id: false }) },
    recoveryHashes: { type: [String], default: undefined },
    codesAddition: { type: new Schema(addition, { _id: false }) },
    codesUnseen: { type: Boolean },
    accessReview: {
      type: new Schema(
        { reason: String, at: Date, since: Date, earlier: [String], keep: [String] },
        { _id: false },
      ),
    },
    passkeysAdded: { type: Number },
    avatar: { type: String, default: DEFAULT_AVATAR },
    settings: { theme: { type: String, default: DEFAULT_THEME } },
    role: { type: String },
    isBot: { type: Boolean },
    passwordUpdatedAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    deletesAt: { type: Date },
    deletedAt: { type: Date },
    mergedInto: { type: String },
    guestSeenAt: { type: Date },
  },
  // Indexes are created before the first request, so that a failure stops the start.
  { versionKey: false, autoIndex: false, autoCreate: false },
);
userSchema.index({ usernameLower: 1 }, { unique: true });
userSchema.index({ nicknameLower: 1 });
userSchema.index({ nameParts: 1 });
userSchema.index({ passwordUpdatedAt: 1 });
userSchema.index({ guestSeenAt: 1 });
userSchema.index({ deletesAt: 1 });

/** Adds the search fields and the nickname claim to accounts of older versions. */
async function completeNames(users: UserModel, nicknames: NicknameModel): Promise<void> {
  const old = users.find({ nameParts: null }, { username: 1, nickname: 1, createdAt: 1 }).lean();
  for await (const { _id, username, nickname, createdAt } of old.cursor()) {
    // The first account of a skeleton owns it; others stay unchanged.
    const claim = { userId: _id, at: createdAt };
    await retryUpsert(() =>
      nicknames.updateOne({ _id: skeletonOf(nickname) }, { $setOnInsert: claim }, { upsert: true }),
    );
    await users.updateOne(
      { _id, nickname },
      { nicknameLower: searchKey(nickname), nameParts: namePartsOf(username, nickname) },
    );
  }
}

/** Opens accounts and nicknames of a connection, with complete fields and indexes. */
export async function openUsers(
  connection: Connection,
): Promise<{ users: UserModel; nicknames: NicknameModel }> {
  const users = connection.model<UserRecord>('User', userSchema);
  const nicknames = openNicknames(connection);
  await users.createIndexes();
  await completeNames(users, nicknames);
  return { users, nicknames };
}
