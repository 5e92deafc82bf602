import { randomBytes } from 'node:crypto';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import { findRecoveryHash, RECOVERY_BYTES, recoveryCodesOf, recoveryHashOf } from '../policies/recovery.ts';
import { assertStaying } from './deletion.ts';
import { endOlderSessions } from './end-sessions.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

/** Returns ten random codes of a user and their hashes. */
export function newRecovery(userId: string): { recoveryCodes: string[]; recoveryHashes: string[] } {
  const recoveryCodes = recoveryCodesOf(randomBytes(RECOVERY_BYTES));
  return { recoveryCodes, recoveryHashes: recoveryCodes.map((code) => recoveryHashOf(userId, code)) };
}

/** Replaces the codes of a user who states the password, and returns them. Throws as `withPassword`. */
export async function renewRecoveryCodes(
  context: PasswordContext,
  userId: string,
  password: string,
  address: string,
): Promise<string[]> {
  const { recoveryCodes, recoveryHashes } = newRecovery(userId);
  await withPassword(context, userId, password, address, (passwordHash) =>
    context.users.updateOne({ _id: userId, passwordHash }, { recoveryHashes }),
  );
  return recoveryCodes;
}

interface Recovery {
  username: string;
  code: string;
  password: string;
  /** Keeps an account that waits for its deletion. */
  restore: boolean;
}

/** Account of the hash that an unknown account costs. */
const NO_ACCOUNT = '0'.repeat(24);

/**
 * Sets a new password by a recovery code, which counts once, and ends every session that began before the returned
 * time (epoch ms). Throws RECOVERY_FAILED, equal for an unknown account and a wrong or used code, PASSWORD_LOCKED after
 * too many attempts, and ACCOUNT_LEAVING.
 */
export async function recover(
  context: Pick<
    AuthContext,
    'users' | 'devices' | 'mailLinks' | 'attempts' | 'hashing' | 'sessions' | 'logger' | 'now'
  >,
  { username, code, password, restore }: Recovery,
  address: string,
): Promise<{ user: UserRecord; since: number }> {
  const { users, attempts, hashing, sessions, now } = context;
  const account = username.toLowerCase();
  await attempts.countRecovery(account, address);
  const found = await users
    .findOne({ usernameLower: account }, { recoveryHashes: 1, deletesAt: 1, deletedAt: 1 })
    .lean();
  const userId = found?._id.toString() ?? NO_ACCOUNT;
  const used = findRecoveryHash(found?.recoveryHashes ?? [], recoveryHashOf(userId, code));
  if (used === undefined || found === null) throw errorOf('RECOVERY_FAILED');
  await assertStaying(context, found, restore, 'RECOVERY_FAILED');
  const passwordHash = await hashing.run([address, account], () => hashPassword(password));
  // One update takes the code and sets the password: of two uses of a code one finds it.
  const user = await users
    .findOneAndUpdate(
      { _id: userId, recoveryHashes: used },
      { $set: { passwordHash, passwordUpdatedAt: new Date(now()) }, $pull: { recoveryHashes: used } },
      { returnDocument: 'after' },
    )
    .lean()
    .catch(async (error: unknown) => {
      await sessions.endBefore(userId, now() + 1);
      throw error;
    });
  if (user === null) throw errorOf('RECOVERY_FAILED');
  await attempts.rememberOwner(account, address);
  return { user, since: await endOlderSessions(context, userId) };
}
