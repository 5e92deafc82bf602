import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';

/** A member, who has a password. */
export type Member = UserRecord & { passwordHash: string };

export type PasswordContext = Pick<AuthContext, 'users' | 'attempts' | 'hashing' | 'verifyPassword'>;

/**
 * Runs `task` in a hashing slot, with the stored account, if the user states their own password. Throws WRONG_PASSWORD,
 * and PASSWORD_LOCKED after too many attempts.
 */
export async function withPassword<T>(
  { users, attempts, hashing, verifyPassword }: PasswordContext,
  userId: string,
  password: string,
  address: string,
  task: (member: Member) => Promise<T>,
): Promise<T> {
  await attempts.countPasswordChange(userId, address);
  const user = await users.findById(userId).lean();
  if (user?.passwordHash === undefined) throw errorOf('USER_NOT_FOUND');
  const { passwordHash, usernameLower: account } = user;
  await attempts.assertMayChangePassword(account, address);
  return hashing.run([address, account], async () => {
    // Checked again in the slot, as for a login.
    await attempts.assertMayChangePassword(account, address);
    if (await verifyPassword(passwordHash, password)) return task({ ...user, passwordHash });
    await attempts.countWrongPassword(account, address);
    throw errorOf('WRONG_PASSWORD');
  });
}
