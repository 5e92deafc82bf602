import { errorOf, inBatches, type VerifiedToken } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import type { Origin } from '../policies/origin.ts';
import { completeEvent, type EventContext, eventFields } from './access-events.ts';
import { assertOpen, type ClosureContext } from './closures.ts';
import { type Credentials, withCredentials } from './credentials.ts';
import { assertStaying } from './deletion.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

/**
 * Finds the account by username (ignoring case) and password. Throws LOGIN_FAILED, equal in time and text for
 * a wrong password and an unknown account, LOGIN_LOCKED after too many failures or logins, ACCOUNT_CLOSED, and
 * ACCOUNT_LEAVING.
 */
export function logIn(
  context: PasswordContext & ClosureContext,
  { restore, ...credentials }: Credentials & { restore: boolean },
  origin: Origin,
): Promise<UserRecord> {
  return withCredentials(context, credentials, origin.address, 'LOGIN_FAILED', async (user) => {
    if (user === null) return null;
    await assertOpen(context, user, origin);
    await assertStaying(context, user, restore, 'LOGIN_FAILED');
    return user;
  });
}

/** Ends a session: revokes its token and closes its connections. Rejects while Redis is unavailable. */
export async function logOut(
  {
    sessions,
    devices,
    notifier,
    logger,
    now,
  }: Pick<AuthContext, 'sessions' | 'devices' | 'notifier' | 'logger' | 'now'>,
  session: VerifiedToken,
): Promise<void> {
  await sessions.end(session, now());
  devices
    .deleteOne({ _id: session.sessionId, userId: session.userId })
    .catch((error: unknown) => logger.warn({ err: error }, 'an ended session stays listed'));
  // Nodes that miss it check when Redis is available again.
  notifier
    .endSession(session.userId, session.sessionId)
    .catch((error: unknown) => logger.warn({ err: error }, 'could not end the connections of a session'));
}

interface Passwords {
  oldPassword: string;
  newPassword: string;
  /** Ids of ways that the change does not suspend. */
  keep: readonly string[];
}

type Context = EventContext & PasswordContext;

/**
 * Changes the password and ends every session that began before the returned time (epoch ms); a token issued
 * at it stays valid. Of two concurrent changes only one replaces the hash and ends sessions. The time is
 * taken after the change, because a login with the old password may be running. Throws WRONG_PASSWORD,
 * PASSWORD_LOCKED, PASSWORD_CHANGED if another change was faster, and rejects while the store is unavailable.
 */
export async function changePassword(
  context: Context,
  userId: string,
  { oldPassword, newPassword, keep }: Passwords,
  address: string,
  origin: Origin,
): Promise<number> {
  const { users, sessions, now } = context;
  const { member, passwordHash } = await withPassword(
    context,
    userId,
    oldPassword,
    address,
    async (member) => ({ member, passwordHash: await hashPassword(newPassword) }),
  );
  const fields = await eventFields(context, member, { reason: 'password', keep });
  const user = await users
    .findOneAndUpdate(
      { _id: userId, passwordHash: member.passwordHash },
      { passwordHash, ...fields },
      { returnDocument: 'after' },
    )
    .lean()
    .catch(async (error: unknown) => {
      // Whether the hash was replaced is unknown.
      await sessions.endBefore(userId, now() + 1);
      throw error;
    });
  if (user === null) throw errorOf('PASSWORD_CHANGED');
  return completeEvent(context, user, 'password', origin);
}

interface MirrorOptions extends Pick<AuthContext, 'users' | 'sessions' | 'now'> {
  /** Longest life of a token, a guest's included. Milliseconds. */
  tokenLife: number;
}

/** Writes every password change to Redis that tokens may predate. */
export async function mirrorPasswordChanges(options: MirrorOptions): Promise<void> {
  const { users, sessions, tokenLife, now } = options;
  const fields = { passwordUpdatedAt: 1, createdAt: 1 } as const;
  const since = new Date(now() - tokenLife);
  const found = users.find({ passwordUpdatedAt: { $gt: since } }, fields).lean();
  await inBatches(found.cursor(), (batch) => {
    // New accounts have no change.
    const changed = batch.filter(({ passwordUpdatedAt, createdAt }) => passwordUpdatedAt > createdAt);
    return Promise.all(
      changed.map(({ _id, passwordUpdatedAt }) =>
        sessions.endBefore(_id.toString(), passwordUpdatedAt.getTime()),
      ),
    );
  });
}
