import { errorOf } from '@doushouqi/service-kit';
import type { UserRecord } from '../models.ts';
import type { PasswordContext } from './own-password.ts';

export interface Credentials {
  username: string;
  password: string;
}

/**
 * Finds the account by username (ignoring case) and password, and resolves to what `prove` makes of it in a hashing slot.
 * `prove` gets null if they are wrong; if it returns null, a failure is counted and `refusal` thrown. The refusal is equal
 * in time and text for a wrong password and an unknown account. Throws LOGIN_LOCKED after too many failures or logins.
 */
export async function withCredentials<T extends object>(
  { users, attempts, hashing, verifyPassword }: PasswordContext,
  { username, password }: Credentials,
  address: string,
  refusal: 'LOGIN_FAILED' | 'CONSOLE_REFUSED',
  prove: (user: UserRecord | null) => Promise<T | null>,
): Promise<T> {
  const account = username.toLowerCase();
  await attempts.countLogin(account, address);
  await attempts.assertMayLogIn(account, address);
  const user = await users.findOne({ usernameLower: account }).lean();
  return hashing.run([address, account], async () => {
    // Checked again in the slot: simultaneous guesses would all pass the first check.
    await attempts.assertMayLogIn(account, address);
    const isRight = await verifyPassword(user?.passwordHash, password);
    const proven = await prove(isRight ? user : null);
    if (proven !== null) {
      await attempts.rememberOwner(account, address);
      return proven;
    }
    await attempts.countFailure(account, address);
    throw errorOf(refusal);
  });
}
