import { ROUTES } from '@doushouqi/protocol/server';
import { type HttpApp, route } from '@doushouqi/service-kit';
import { changePassword } from '../commands/change-password.ts';
import { changeSettings } from '../commands/change-settings.ts';
import type { AuthContext } from '../context.ts';

const DONE = { success: true } as const;

/** Mounts what users change about their own account. */
export function mountSettings(app: HttpApp, context: AuthContext): void {
  const { issueToken, notifier, logger } = context;

  /** Sent after the reply, so that the window that changed the password has its new token when it hears this. */
  const endConnections = (userId: string, before: number): void => {
    setImmediate(() => {
      notifier
        .endSessions(userId, before)
        .catch((error: unknown) => logger.warn({ err: error }, 'could not end the connections of a user'));
    });
  };

  route(app, ROUTES.setTheme, {
    handler: async ({ user, body }) => {
      await changeSettings(context, user.userId, { 'settings.theme': body.theme });
      return DONE;
    },
  });

  route(app, ROUTES.setAvatar, {
    handler: async ({ user, body }) => {
      await changeSettings(context, user.userId, { avatar: body.avatar });
      return DONE;
    },
  });

  route(app, ROUTES.setPassword, {
    handler: async ({ user: { userId }, body, address }) => {
      const since = await changePassword(context, userId, body, address);
      endConnections(userId, since);
      return { ...DONE, access_token: await issueToken(userId, since) };
    },
  });
}
