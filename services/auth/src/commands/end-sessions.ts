import { errorOf } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';

type Ending = Pick<AuthContext, 'users' | 'devices' | 'mailLinks' | 'sessions' | 'logger' | 'now'>;

/**
 * Ends every session of the user that began before the returned time (epoch ms), and links that set a password; a token
 * issued at it stays valid. Does not fail: Redis is updated when it is available.
 */
export async function endOlderSessions(
  { users, devices, mailLinks, sessions, logger, now }: Ending,
  userId: string,
): Promise<number> {
  const since = now() + 1;
  const ended = await Promise.allSettled([
    sessions.endBefore(userId, since),
    users.updateOne({ _id: userId }, { $max: { passwordUpdatedAt: new Date(since) } }),
    devices.deleteMany({ userId, since: { $lt: new Date(since) } }),
    mailLinks.deleteMany({ userId, purpose: 'reset' }),
  ]);
  for (const one of ended) {
    if (one.status === 'rejected')
      logger.warn({ err: one.reason, userId }, 'could not end older sessions yet');
  }
  return since;
}

/**
 * Ends every session of the user that began before the returned time (epoch ms). Rejects while the store is
 * unavailable; what Redis misses is mirrored to it later.
 */
export async function endAllSessions(context: Ending, userId: string): Promise<number> {
  const ended = { $max: { passwordUpdatedAt: new Date(context.now() + 1) } };
  const { matchedCount } = await context.users.updateOne({ _id: userId }, ended);
  if (matchedCount === 0) throw errorOf('USER_NOT_FOUND');
  return endOlderSessions(context, userId);
}
