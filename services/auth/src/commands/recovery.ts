import { randomBytes } from 'node:crypto';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { hashPassword } from '../passwords.ts';
import { codesWay, isSuspended } from '../policies/access.ts';
import { additionOf, type Origin } from '../policies/origin.ts';
import { findRecoveryHash, RECOVERY_BYTES, recoveryCodesOf, recoveryHashOf } from '../policies/recovery.ts';
import { type Noting, noteChange } from './access-changes.ts';
import { completeEvent, type EventContext, eventFields } from './access-events.ts';
import { assertOpen, type ClosureContext } from './closures.ts';
import { assertStaying } from './deletion.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

/** Returns ten random codes of a user and their hashes. */
export function newRecovery(userId: string): { recoveryCodes: string[]; recoveryHashes: string[] } {
  const recoveryCodes = recoveryCodesOf(randomBytes(RECOVERY_BYTES));
  return { recoveryCodes, recoveryHashes: recoveryCodes.map((code) => recoveryHashOf(userId, code)) };
}

/**
 * Replaces the codes of a user who states the password, and returns them. Throws as `withPassword`, and PASSWORD_CHANGED
 * if the password or the sessions ended meanwhile.
 */
export async function renewRecoveryCodes(
  context: PasswordContext & Noting,
  userId: string,
  password: string,
  address: string,
  origin: Origin,
): Promise<string[]> {
  const { users, now } = context;
  const { recoveryCodes, recoveryHashes } = newRecovery(userId);
  const at = new Date(now());
  const codesAddition = additionOf(origin, at);
  const before = await withPassword(context, userId, password, address, ({ passwordHash }) =>
    users
      .findOneAndUpdate(
        { _id: userId, passwordHash, passwordUpdatedAt: { $lte: at } },
        { recoveryHashes, codesAddition, codesUnseen: true },
      )
      .lean(),
  );
  if (before === null) throw errorOf('PASSWORD_CHANGED');
  await noteChange(context, before, 'codes', origin);
  return recoveryCodes;
}

/** Notes that the owner has stored the codes: from now on they are counted. */
export async function keepRecoveryCodes(
  { users }: Pick<AuthContext, 'users'>,
  userId: string,
): Promise<void> {
  await users.updateOne({ _id: userId }, { $unset: { codesUnseen: 1 } });
}

interface Recovery {
  username: string;
  code: string;
  password: string;
  /** Keeps an account that waits for its deletion. */
  restore: boolean;
  /** Ids of ways that the recovery does not suspend. */
  keep: readonly string[];
}

/** Account of the hash that an unknown account costs. */
const NO_ACCOUNT = '0'.repeat(24);

/**
 * Sets a new password by a recovery code, which counts once, and ends every session that began before the returned
 * time (epoch ms). Throws RECOVERY_FAILED, equal for an unknown account and a wrong, used or suspended code,
 * PASSWORD_LOCKED after too many attempts, ACCOUNT_CLOSED and ACCOUNT_LEAVING, which do not use the code.
 */
export async function recover(
  context: EventContext & ClosureContext & Pick<AuthContext, 'hashing'>,
  { username, code, password, restore, keep }: Recovery,
  origin: Origin,
): Promise<{ user: UserRecord; since: number }> {
  const { address } = origin;
  const { users, attempts, hashing, sessions, now } = context;
  const account = username.toLowerCase();
  await attempts.countRecovery(account, address);
  const found = await users.findOne({ usernameLower: account }).lean();
  const userId = found?._id.toString() ?? NO_ACCOUNT;
  const used = findRecoveryHash(found?.recoveryHashes ?? [], recoveryHashOf(userId, code));
  if (used === undefined || found === null || isSuspended(codesWay(found), found.accessReview))
    throw errorOf('RECOVERY_FAILED');
  await assertOpen(context, found, origin);
  await assertStaying(context, found, restore, 'RECOVERY_FAILED');
  const passwordHash = await hashing.run([address, account], () => hashPassword(password));
  const fields = await eventFields(context, found, { reason: 'recovery', keep });
  // One update takes the code and sets the password: of two uses of a code one finds it. An event since then may have
  // suspended it.
  const user = await users
    .findOneAndUpdate(
      { _id: userId, recoveryHashes: used, passwordUpdatedAt: found.passwordUpdatedAt },
      { $set: { passwordHash, ...fields }, $pull: { recoveryHashes: used }, $unset: { codesUnseen: 1 } },
      { returnDocument: 'after' },
    )
    .lean()
    .catch(async (error: unknown) => {
      await sessions.endBefore(userId, now() + 1);
      throw error;
    });
  if (user === null) throw errorOf('RECOVERY_FAILED');
  await attempts.rememberOwner(account, address);
  return { user, since: await completeEvent(context, user, 'recovery', origin) };
}
