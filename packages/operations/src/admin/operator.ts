import { randomUUID } from 'node:crypto';
import {
  appendToLog,
  BY_COMMAND,
  endedSessionKey,
  newInvitation,
  type RedisClient,
  retryUpsert,
  type StoredLogEntry,
} from '@doushouqi/service-kit';
import type { ClientSession, Db, MongoClient, ObjectId } from 'mongodb';
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

/** Runs `work` in a transaction, again after a conflict with an entry that another process adds to the log. */
async function inTransaction(
  mongo: MongoClient,
  work: (session: ClientSession) => Promise<void>,
): Promise<void> {
  await mongo.withSession((session) => retryUpsert(() => session.withTransaction(() => work(session))));
}

/**
 * Makes the account of a username an operator, with an invitation that replaces a former second factor, and returns the
 * lines to print. The first operator of a site, and one without the authenticator app, have no other way. A repetition
 * replaces the invitation. All of it is one transaction with its entry in the log. `now` in epoch ms.
 */
export async function makeOperator(
  mongo: MongoClient,
  redis: RedisClient,
  username: string,
  now: number,
): Promise<string[]> {
  const db = mongo.db();
  const users = db.collection<StoredUser>('users');
  const user = await users.findOne(memberNamed(username));
  if (user === null) throw new BackupError(`no member has the username ${JSON.stringify(username)}`);
  const userId = user._id.toString();
  const { invitation, stored } = newInvitation(now);
  const entry = {
    key: randomUUID(),
    at: now,
    ...{ byId: null, by: BY_COMMAND, what: '任命管理员', reason: '' },
    person: { id: userId, nickname: user.nickname },
  };
  await inTransaction(mongo, async (session) => {
    await appendToLog(db.collection<StoredLogEntry>('operatorlog'), entry, session);
    await users.updateOne({ _id: user._id }, { $set: { role: 'operator' } }, { session });
    const factor = { invitation: stored, step: 0, failures: 0 };
    const factors = db.collection<{ _id: string }>('factors');
    await factors.replaceOne({ _id: userId }, factor, { upsert: true, session });
  });
  await endConsoles(db, redis, userId, now);
  return [
    `${user.username} (${user.nickname}) is an operator.`,
    'Open /admin on the site within 48 hours and set up the authenticator app with the password and this invitation:',
    invitation,
  ];
}
