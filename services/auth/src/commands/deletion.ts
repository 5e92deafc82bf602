import { DEFAULT_AVATAR, DEFAULT_THEME, DELETION_GRACE, GONE_NICKNAME } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models.ts';
import { NAMELESS } from '../policies/names.ts';
import { type Ending, endOlderSessions } from './end-sessions.ts';
import { releaseNicknames } from './nicknames.ts';
import { type PasswordContext, withPassword } from './own-password.ts';

const DAY_MS = 86_400_000;

/**
 * Asks for the deletion of the account of a user who states the password, and ends all sessions. Returns the time of
 * the deletion and the time before which sessions ended (epoch ms). Throws as `withPassword`, and PASSWORD_CHANGED.
 */
export async function askForDeletion(
  context: PasswordContext & Ending,
  userId: string,
  password: string,
  address: string,
): Promise<{ deletesAt: number; since: number }> {
  const now = context.now();
  const deletesAt = now + DELETION_GRACE;
  const { matchedCount } = await withPassword(context, userId, password, address, ({ passwordHash }) =>
    context.users.updateOne(
      { _id: userId, passwordHash },
      { $set: { deletesAt: new Date(deletesAt) }, $max: { passwordUpdatedAt: new Date(now + 1) } },
    ),
  );
  if (matchedCount === 0) throw errorOf('PASSWORD_CHANGED');
  return { deletesAt, since: await endOlderSessions(context, userId) };
}

/**
 * Lets the owner of an account log in. Throws ACCOUNT_LEAVING before the deletion unless `restore` keeps the account,
 * and `refusal` when the deletion is due.
 */
export async function assertStaying(
  { users, now }: Pick<AuthContext, 'users' | 'now'>,
  { _id, deletesAt, deletedAt }: Pick<UserRecord, '_id' | 'deletesAt' | 'deletedAt'>,
  restore: boolean,
  refusal: 'LOGIN_FAILED' | 'RECOVERY_FAILED' | 'LINK_INVALID' | 'PASSKEY_FAILED',
): Promise<void> {
  if (deletedAt !== undefined) throw errorOf(refusal);
  if (deletesAt === undefined) return;
  const left = deletesAt.getTime() - now();
  if (left <= 0) throw errorOf(refusal);
  const days = Math.ceil(left / DAY_MS);
  if (!restore) throw errorOf('ACCOUNT_LEAVING', { message: `这个账号 ${days} 天后注销` });
  const waiting = { _id, deletesAt, deletedAt: null };
  const { matchedCount } = await users.updateOne(waiting, { $unset: { deletesAt: 1 } });
  if (matchedCount === 0) throw errorOf(refusal);
}

/** Accounts that one run deletes; the next run deletes further ones. */
const BATCH = 100;

/**
 * Deletes accounts whose deletion is due, and returns their number. The id stays with the nickname GONE_NICKNAME, for
 * the games of others. An account is marked first, so that one whose owner logs in stays whole or is refused; its request
 * is removed last, so that a failure is repeated by the next run. `now` in epoch ms.
 */
export async function deleteAccounts(
  context: Pick<
    AuthContext,
    | 'users'
    | 'nicknames'
    | 'devices'
    | 'mailLinks'
    | 'passkeys'
    | 'challenges'
    | 'accessChanges'
    | 'factors'
    | 'sightings'
    | 'attempts'
    | 'sessions'
    | 'forgetPlayer'
    | 'forgetPerson'
    | 'forgetSolver'
  >,
  now: number,
): Promise<number> {
  const { users, sessions, attempts, forgetPlayer, forgetPerson, forgetSolver } = context;
  const { devices, mailLinks, passkeys, challenges, accessChanges, factors, sightings } = context;
  const due = { deletesAt: { $lte: new Date(now) } };
  const found = await users.find(due, { _id: 1 }).limit(BATCH).lean();
  let deleted = 0;
  for (const { _id } of found) {
    const user = await users.findOneAndUpdate({ _id, ...due }, { deletedAt: new Date(now) }).lean();
    if (user === null) continue;
    const userId = _id.toString();
    await sessions.endBefore(userId, now);
    await forgetPlayer(userId, GONE_NICKNAME);
    await forgetPerson(userId);
    await forgetSolver(userId);
    await attempts.forgetOwner(user.usernameLower);
    await devices.deleteMany({ userId });
    await mailLinks.deleteMany({ userId });
    await passkeys.deleteMany({ userId });
    await challenges.deleteMany({ userId });
    await accessChanges.deleteMany({ userId });
    await factors.deleteOne({ _id: userId });
    await sightings.deleteMany({ userId });
    await releaseNicknames(context, user);
    const { createdAt, passwordUpdatedAt } = user;
    await users.replaceOne(
      { _id },
      {
        username: '',
        usernameLower: NAMELESS.gone + userId,
        nickname: GONE_NICKNAME,
        nameParts: [],
        avatar: DEFAULT_AVATAR,
        settings: { theme: DEFAULT_THEME },
        passwordUpdatedAt,
        createdAt,
        deletedAt: new Date(now),
      },
    );
    deleted += 1;
  }
  return deleted;
}
