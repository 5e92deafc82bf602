import type { VerifiedToken } from '@doushouqi/service-kit';
import type { AuthContext } from '../context.ts';

/** Ends a session: its token is void at once, and its connections are cut. Rejects while Redis is away. */
export async function logOut(
  { sessions, notifier, logger, now }: Pick<AuthContext, 'sessions' | 'notifier' | 'logger' | 'now'>,
  session: VerifiedToken,
): Promise<void> {
  await sessions.end(session, now());
  // Nodes that do not hear it look themselves when they have Redis again.
  notifier
    .endSession(session.userId, session.sessionId)
    .catch((error: unknown) => logger.warn({ err: error }, 'could not end the connections of a session'));
}
