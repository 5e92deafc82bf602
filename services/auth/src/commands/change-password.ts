import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import { hashPassword } from '../passwords.ts';

interface Passwords {
  oldPassword: string;
  newPassword: string;
}

type Context = Pick<AuthContext, 'users' | 'attempts' | 'hashing' | 'verifyPassword' | 'sessions' | 'now'>;

/** The hash that the new password will have, and the old one. Throws WRONG_PASSWORD, and PASSWORD_LOCKED after too many. */
async function hashNew(context: Context, userId: string, { oldPassword, newPassword }: Passwords) {
  const { users, attempts, hashing, verifyPassword } = context;
  await attempts.assertMayChangePassword(userId);
  const user = await users.findById(userId, { passwordHash: 1 }).lean();
  if (user === null) throw errorOf('USER_NOT_FOUND');
  return hashing.run(async () => {
    // Asked again with the slot in hand, as for a login.
    await attempts.assertMayChangePassword(userId);
    if (await verifyPassword(user.passwordHash, oldPassword)) {
      return { oldHash: user.passwordHash, newHash: await hashPassword(newPassword) };
    }
    await attempts.countWrongPassword(userId);
    throw errorOf('WRONG_PASSWORD');
  });
}

/**
 * Changes the password and ends every session that began before the moment returned (epoch ms): a token issued at it
 * holds. Sessions end first: should the rest fail, the user logs in again with the old password, and no old token
 * outlives a new one. They end once more afterwards, because a login with the old password may have been under way.
 * Throws WRONG_PASSWORD, PASSWORD_LOCKED after too many of them, and that Redis or the store is away.
 */
export async function changePassword(
  context: Context,
  userId: string,
  passwords: Passwords,
): Promise<number> {
  const { users, sessions, now } = context;
  const { oldHash, newHash } = await hashNew(context, userId, passwords);
  const at = now();
  await sessions.endBefore(userId, at);
  const { matchedCount } = await users.updateOne(
    { _id: userId, passwordHash: oldHash },
    { passwordHash: newHash, passwordUpdatedAt: new Date(at) },
  );
  // Another window was faster with another new password.
  if (matchedCount === 0) throw errorOf('WRONG_PASSWORD');
  const since = now() + 1;
  // The password is changed, so this is no failure; the first end stands.
  await sessions.endBefore(userId, since).catch(() => undefined);
  return since;
}
