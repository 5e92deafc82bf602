import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';

export type PasswordContext = Pick<AuthContext, 'users' | 'attempts' | 'hashing' | 'verifyPassword'>;

/**
 * Runs `task` in a hashing slot, with the stored hash, if the user states their own password. Throws WRONG_PASSWORD,
 * and PASSWORD_LOCKED after too many attempts.
 */
export async function withPassword<T>(
  { users, attempts, hashing, verifyPassword }: PasswordContext,
  userId: string,
  password: string,
  address: string,
  task: (passwordHash: string) => Promise<T>,
): Promise<T> {
  await attempts.countPasswordChange(userId);
  await attempts.assertMayChangePassword(userId);
  const user = await users.findById(userId, { passwordHash: 1, usernameLower: 1 }).lean();
  if (user?.passwordHash === undefined) throw errorOf('USER_NOT_FOUND');
  const { passwordHash } = user;
  return hashing.run([address, user.usernameLower], async () => {
    // Checked again in the slot, as for a login.
    await attempts.assertMayChangePassword(userId);
    if (await verifyPassword(passwordHash, password)) return task(passwordHash);
    await attempts.countWrongPassword(userId);
    throw errorOf('WRONG_PASSWORD');
  });
}
