import { endedSessionKey, newInvitation } from '@doushouqi/service-kit';
import type { ObjectId } from 'mongodb';
import { BackupError } from '../backup/backup-error.ts';
import type { AdminContext } from './context.ts';

interface StoredUser {
  _id: ObjectId;
  username: string;
  nickname: string;
  role?: string;
}

interface StoredDevice {
  _id: string;
  userId: string;
  expiresAt: Date;
}

/** Filter of the account of a member who can hold an office. */
function memberNamed(username: string) {
  return {
    usernameLower: username.toLowerCase(),
    passwordHash: { $exists: true },
    role: { $ne: 'bot' },
    guestSeenAt: null,
    deletesAt: null,
    deletedAt: null,
  };
}

/** Ends the sessions of the console of a user. */
async function endConsoles({ db, redis, now }: AdminContext, userId: string): Promise<void> {
  const devices = db.collection<StoredDevice>('devices');
  for (const { _id, expiresAt } of await devices.find({ userId, office: { $exists: true } }).toArray()) {
    const left = Math.max(1, expiresAt.getTime() - now());
    await redis.set(endedSessionKey(userId, _id), '1', 'PX', left);
    await devices.deleteOne({ _id });
  }
}

const DEED = '任命为管理员';
const REASON = '在服务器上执行 admin operator';

/**
 * Makes the account of a username an operator, with an invitation that replaces a former second factor, and returns the
 * lines to print. The first operator of a site, and one without the authenticator app, have no other way. A repetition
 * replaces the invitation. Throws a BackupError if no member has the username.
 */
export async function makeOperator(context: AdminContext, username: string): Promise<string[]> {
  const { db, addToLog, now } = context;
  const users = db.collection<StoredUser>('users');
  const user = await users.findOne(memberNamed(username));
  if (user === null) throw new BackupError(`no member has the username ${JSON.stringify(username)}`);
  const userId = user._id.toString();
  await addToLog({ what: DEED, person: { id: userId, nickname: user.nickname }, reason: REASON });
  await users.updateOne({ _id: user._id }, { $set: { role: 'operator' } });
  const { invitation, stored } = newInvitation(now());
  const factors = db.collection<{ _id: string }>('factors');
  await factors.replaceOne({ _id: userId }, { invitation: stored, step: 0, failures: 0 }, { upsert: true });
  await endConsoles(context, userId);
  return [
    `${user.username} (${user.nickname}) is an operator.`,
    'Open /admin on the site within 48 hours and set up the authenticator app with the password and this invitation:',
    invitation,
  ];
}
