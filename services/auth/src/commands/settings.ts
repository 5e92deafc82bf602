import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';

/** Makes the user's windows load the account again. Windows that miss it load it at their next start. */
export function notifyUser(
  { notifier, logger }: Pick<AuthContext, 'notifier' | 'logger'>,
  userId: string,
): void {
  notifier
    .notify([userId], { event: 'userChanged', payload: {} })
    .catch((error: unknown) => logger.warn({ err: error }, 'could not notify the windows of a user'));
}

/** Stores a setting and notifies the user's other windows. Throws USER_NOT_FOUND, RATE_LIMITED. */
export async function changeSettings(
  context: Pick<AuthContext, 'users' | 'limits' | 'notifier' | 'logger'>,
  userId: string,
  change: { avatar: string } | { 'settings.theme': string },
): Promise<void> {
  const { users, limits } = context;
  await limits.changes.consume(userId);
  const { matchedCount } = await users.updateOne({ _id: userId }, change);
  if (matchedCount === 0) throw errorOf('USER_NOT_FOUND');
  notifyUser(context, userId);
}
