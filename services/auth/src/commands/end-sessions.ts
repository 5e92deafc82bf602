import type { AuthContext } from '../context.ts';

export type Ending = Pick<
  AuthContext,
  'users' | 'devices' | 'mailLinks' | 'challenges' | 'sessions' | 'logger' | 'now'
>;

/**
 * Ends every session of the user that began before the returned time (epoch ms), every link, and the questions for a new
 * passkey; a token issued at it stays valid. With `keepsDevices` their records last until they expire. Does not fail: Redis is updated when it is available, and what was
 * authorized earlier is refused by `passwordUpdatedAt`. After an event, its review covers all that was added until then.
 */
export async function endOlderSessions(
  { users, devices, mailLinks, challenges, sessions, logger, now }: Ending,
  userId: string,
  { isEvent = false, keepsDevices = false } = {},
): Promise<number> {
  const since = now() + 1;
  const raised = new Date(since);
  const ended = await Promise.allSettled([
    sessions.endBefore(userId, since),
    users.updateOne(
      { _id: userId },
      { $max: { passwordUpdatedAt: raised, ...(isEvent && { 'accessReview.at': raised }) } },
    ),
    keepsDevices ? undefined : devices.deleteMany({ userId, since: { $lt: raised } }),
    mailLinks.deleteMany({ userId }),
    challenges.deleteMany({ userId }),
  ]);
  for (const one of ended) {
    if (one.status === 'rejected')
      logger.warn({ err: one.reason, userId }, 'could not end older sessions yet');
  }
  return since;
}
