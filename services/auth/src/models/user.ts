import { DEFAULT_AVATAR, DEFAULT_THEME } from '@doushouqi/protocol';
import { type Connection, type Model, Schema, type Types } from 'mongoose';

/** An account as stored (spec §3). */
export interface UserRecord {
  _id: Types.ObjectId;
  username: string;
  /** What makes a username unique, whatever its case. */
  usernameLower: string;
  nickname: string;
  /** What a nickname is found by, whatever its case. */
  nicknameLower: string;
  passwordHash: string;
  avatar: string;
  settings: { theme: string };
  /** When the password was last set; Redis tells that older sessions are over, and is told of it from here. */
  passwordUpdatedAt: Date;
  createdAt: Date;
}

export type UserModel = Model<UserRecord>;

const schema = new Schema<UserRecord>(
  {
    username: { type: String, required: true },
    usernameLower: { type: String, required: true },
    nickname: { type: String, required: true },
    nicknameLower: { type: String, required: true },
    passwordHash: { type: String, required: true },
    avatar: { type: String, default: DEFAULT_AVATAR },
    settings: { theme: { type: String, default: DEFAULT_THEME } },
    passwordUpdatedAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  // Indexes are made once, before the first request, so that a failure to make them is seen.
  { versionKey: false, autoIndex: false, autoCreate: false },
);
schema.index({ usernameLower: 1 }, { unique: true });
schema.index({ nicknameLower: 1 });
schema.index({ passwordUpdatedAt: 1 });

/** Accounts from before nicknames could be searched get what they are found by. */
async function completeNicknames(users: UserModel): Promise<void> {
  const old = users.find({ nicknameLower: null }, { nickname: 1 }).lean();
  for await (const { _id, nickname } of old.cursor()) {
    await users.updateOne({ _id, nickname }, { nicknameLower: nickname.toLowerCase() });
  }
}

/** The accounts of this connection, complete and with their indexes in place. */
export async function openUsers(connection: Connection): Promise<UserModel> {
  const users = connection.model<UserRecord>('User', schema);
  await users.createIndexes();
  await completeNicknames(users);
  return users;
}
