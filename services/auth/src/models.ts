import { DEFAULT_AVATAR, DEFAULT_THEME } from '@doushouqi/protocol';
import { skeletonOf } from '@doushouqi/service-kit';
import { type Connection, type Model, Schema, type Types } from 'mongoose';
import { namePartsOf, searchKey } from './policies/names.ts';

/** The account that holds all nicknames of one skeleton. Its unique key decides between registrations at one moment. */
interface NicknameClaim {
  /** `skeletonOf` the nickname. */
  _id: string;
  userId: Types.ObjectId;
  /** When it was claimed. */
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

/** An account as stored (spec §3). */
export interface UserRecord {
  _id: Types.ObjectId;
  username: string;
  /** What makes a username unique, whatever its case. */
  usernameLower: string;
  nickname: string;
  /** What a nickname is found by: `searchKey`. */
  nicknameLower: string;
  /** What any part of the names is found by: `namePartsOf`. */
  nameParts: string[];
  passwordHash: string;
  avatar: string;
  settings: { theme: string };
  /** When the password was last set; Redis tells that older sessions are over, and is told of it from here. */
  passwordUpdatedAt: Date;
  createdAt: Date;
}

export type UserModel = Model<UserRecord>;

const userSchema = new Schema<UserRecord>(
  {
    username: { type: String, required: true },
    usernameLower: { type: String, required: true },
    nickname: { type: String, required: true },
    nicknameLower: { type: String, required: true },
    nameParts: { type: [String] },
    passwordHash: { type: String, required: true },
    avatar: { type: String, default: DEFAULT_AVATAR },
    settings: { theme: { type: String, default: DEFAULT_THEME } },
    passwordUpdatedAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  // Indexes are made once, before the first request, so that a failure to make them is seen.
  { versionKey: false, autoIndex: false, autoCreate: false },
);
userSchema.index({ usernameLower: 1 }, { unique: true });
userSchema.index({ nicknameLower: 1 });
userSchema.index({ nameParts: 1 });
userSchema.index({ passwordUpdatedAt: 1 });

/** Accounts from before any part of a name could be searched get what they are found by, and claim their nickname. */
async function completeNames(users: UserModel, nicknames: NicknameModel): Promise<void> {
  const old = users.find({ nameParts: null }, { username: 1, nickname: 1, createdAt: 1 }).lean();
  for await (const { _id, username, nickname, createdAt } of old.cursor()) {
    // Of several with one skeleton the first one holds it; the others stay as they are.
    await nicknames.updateOne(
      { _id: skeletonOf(nickname) },
      { $setOnInsert: { userId: _id, at: createdAt } },
      { upsert: true },
    );
    await users.updateOne(
      { _id, nickname },
      { nicknameLower: searchKey(nickname), nameParts: namePartsOf(username, nickname) },
    );
  }
}

/** The accounts of this connection and their nicknames, complete and with their indexes in place. */
export async function openUsers(
  connection: Connection,
): Promise<{ users: UserModel; nicknames: NicknameModel }> {
  const users = connection.model<UserRecord>('User', userSchema);
  const nicknames = openNicknames(connection);
  await users.createIndexes();
  await completeNames(users, nicknames);
  return { users, nicknames };
}
