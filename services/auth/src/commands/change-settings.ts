import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';

/** Stores a setting of the user and tells their other windows. Throws USER_NOT_FOUND, RATE_LIMITED. */
export async function changeSettings(
  { users, limits, notifier, logger }: Pick<AuthContext, 'users' | 'limits' | 'notifier' | 'logger'>,
  userId: string,
  change: { avatar: string } | { 'settings.theme': string },
): Promise<void> {
  await limits.changes.consume(userId);
  const { matchedCount } = await users.updateOne({ _id: userId }, change);
  if (matchedCount === 0) throw errorOf('USER_NOT_FOUND');
  // Windows that do not hear it see it at their next start.
  notifier
    .tell([userId], { event: 'userChanged', payload: {} })
    .catch((error: unknown) => logger.warn({ err: error }, 'could not tell the windows of a user'));
}
