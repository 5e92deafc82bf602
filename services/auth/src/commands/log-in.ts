import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models/user.ts';

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
