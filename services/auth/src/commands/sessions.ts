import { errorOf, type VerifiedToken } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';

/**
 * The account of a username (whatever its case) and password. Throws LOGIN_FAILED, the same for a wrong password and
 * an unknown account and after the same work, and LOGIN_LOCKED after too many failures, or too many logins at all.
 */
export async function logIn(
  context: Pick<AuthContext, 'users' | 'attempts' | 'hashing' | 'verifyPassword'>,
  credentials: { username: string; password: string },
  address: string,
): Promise<UserRecord> {
  const { users, attempts, hashing, verifyPassword } = context;
  const account = credentials.username.toLowerCase();
  await attempts.countLogin(account, address);
  await attempts.assertMayLogIn(account, address);
  const user = await users.findOne({ usernameLower: account }).lean();
  return hashing.run([address, account], async () => {
    // Asked again with the slot in hand: a flood of guesses sent at once would all have passed the first time.
    await attempts.assertMayLogIn(account, address);
    if ((await verifyPassword(user?.passwordHash, credentials.password)) && user !== null) {
      await attempts.rememberOwner(account, address);
      return user;
    }
    await attempts.countFailure(account, address);
    throw errorOf('LOGIN_FAILED');
  });
}

/** Ends a session: its token is void at once, and its connections are cut. Rejects while Redis is away. */
export async function logOut(
  { sessions, notifier, logger, now }: Pick<AuthContext, 'sessions' | 'notifier' | 'logger' | 'now'>,
  session: VerifiedToken,
): Promise<void> {
  await sessions.end(session, now());
  // Nodes that do not hear it look themselves when they have Redis again.
  notifier
    .endSession(session.userId, session.sessionId)
    .catch((error: unknown) => logger.warn({ err: error }, 'could not end the connections of a session'));
}

interface Passwords {
  oldPassword: string;
  newPassword: string;
}

type Context = Pick<
  AuthContext,
  'users' | 'attempts' | 'hashing' | 'verifyPassword' | 'sessions' | 'logger' | 'now'
>;

/** The hash that the new password will have, and the old one. Throws WRONG_PASSWORD, and PASSWORD_LOCKED after too many. */
async function hashNew(
  context: Context,
  userId: string,
  { oldPassword, newPassword }: Passwords,
  address: string,
) {
  const { users, attempts, hashing, verifyPassword } = context;
  await attempts.countPasswordChange(userId);
  await attempts.assertMayChangePassword(userId);
  const user = await users.findById(userId, { passwordHash: 1, usernameLower: 1 }).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  return hashing.run([address, user.usernameLower], async () => {
    // Asked again with the slot in hand, as for a login.
    await attempts.assertMayChangePassword(userId);
    if (await verifyPassword(user.passwordHash, oldPassword)) {
      return { oldHash: user.passwordHash, newHash: await hashPassword(newPassword) };
    }
    await attempts.countWrongPassword(userId);
    throw errorOf('WRONG_PASSWORD');
  });
}

/** Whether the new hash took the place of the old one. Where that is not known, every session ends. */
async function replaceHash(
  { users, sessions, now }: Context,
  userId: string,
  { oldHash, newHash }: { oldHash: string; newHash: string },
): Promise<boolean> {
  try {
    const { matchedCount } = await users.updateOne(
      { _id: userId, passwordHash: oldHash },
      { passwordHash: newHash, passwordUpdatedAt: new Date(now()) },
    );
    return matchedCount > 0;
  } catch (error) {
    await sessions.endBefore(userId, now() + 1);
    throw error;
  }
}

/**
 * Changes the password and ends every session that began before the moment returned (epoch ms): a token issued at it
 * holds. Of two changes at once one replaces the hash that both have seen, and only that one ends sessions, so its
 * token stays. The moment comes after the change, because a login with the old password may have been under way.
 * Throws WRONG_PASSWORD, PASSWORD_LOCKED after too many of them, PASSWORD_CHANGED where another was faster, and that
 * the store is away.
 */
export async function changePassword(
  context: Context,
  userId: string,
  passwords: Passwords,
  address: string,
): Promise<number> {
  const { users, sessions, logger, now } = context;
  const hashes = await hashNew(context, userId, passwords, address);
  if (!(await replaceHash(context, userId, hashes))) throw errorOf('PASSWORD_CHANGED');
  const since = now() + 1;
  const ended = await Promise.allSettled([
    sessions.endBefore(userId, since),
    users.updateOne({ _id: userId }, { $max: { passwordUpdatedAt: new Date(since) } }),
  ]);
  // The password is changed, so this is no failure: Redis is told again once it is back.
  for (const one of ended) {
    if (one.status === 'rejected')
      logger.warn({ err: one.reason, userId }, 'could not end older sessions yet');
  }
  return since;
}

interface MirrorOptions extends Pick<AuthContext, 'users' | 'sessions' | 'now'> {
  /** No token lives longer. Milliseconds. */
  tokenLife: number;
}

/** Tells Redis of every password that was changed while tokens from before may still live. */
export async function mirrorPasswordChanges(options: MirrorOptions): Promise<void> {
  const { users, sessions, tokenLife, now } = options;
  const fields = { passwordUpdatedAt: 1, createdAt: 1 } as const;
  const since = new Date(now() - tokenLife);
  const found = users.find({ passwordUpdatedAt: { $gt: since } }, fields).lean();
  for await (const { _id, passwordUpdatedAt, createdAt } of found.cursor()) {
    // New accounts have changed nothing yet.
    if (passwordUpdatedAt > createdAt) await sessions.endBefore(_id.toString(), passwordUpdatedAt.getTime());
  }
}
