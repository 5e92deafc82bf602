import { endedSessionKey, newInvitation, type RedisClient } from '@doushouqi/service-kit';
import type { Db, ObjectId } from 'mongodb';
import { BackupError } from '../backup/backup-error.ts';

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
async function endConsoles(db: Db, redis: RedisClient, userId: string, now: number): Promise<void> {
  const devices = db.collection<StoredDevice>('devices');
  for (const { _id, expiresAt } of await devices.find({ userId, office: { $exists: true } }).toArray()) {
    const left = Math.max(1, expiresAt.getTime() - now);
    await redis.set(endedSessionKey(userId, _id), '1', 'PX', left);
    await devices.deleteOne({ _id });
  }
}

/**
 * Makes the account of a username an operator, with an invitation that replaces a former second factor, and returns the
 * lines to print. The first operator of a site, and one without the authenticator app, have no other way. A repetition
 * replaces the invitation. `now` in epoch ms.
 */
export async function makeOperator(
  db: Db,
  redis: RedisClient,
  username: string,
  now: number,
): Promise<string[]> {
  const users = db.collection<StoredUser>('users');
  const user = await users.findOne(memberNamed(username));
  if (user === null) throw new BackupError(`no member has the username ${JSON.stringify(username)}`);
  const userId = user._id.toString();
  const { invitation, stored } = newInvitation(now);
  await users.updateOne({ _id: user._id }, { $set: { role: 'operator' } });
  const factors = db.collection<{ _id: string }>('factors');
  await factors.replaceOne({ _id: userId }, { invitation: stored, step: 0, failures: 0 }, { upsert: true });
  await endConsoles(db, redis, userId, now);
  return [
    `${user.username} (${user.nickname}) is an operator.`,
    'Open /admin on the site within 48 hours and set up the authenticator app with the password and this invitation:',
    invitation,
  ];
}
