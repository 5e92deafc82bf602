import { ROUTES } from '@doushouqi/protocol/server';
import { type HttpApp, route } from '@doushouqi/service-kit';
import { logIn } from '../commands/log-in.ts';
import { logOut } from '../commands/log-out.ts';
import { register } from '../commands/register.ts';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models/user.ts';
import { presentUser } from '../presenters/user.ts';

/** Mounts what begins a session and what ends it. */
export function mountSessions(app: HttpApp, context: AuthContext): void {
  const { issueToken, now } = context;

  const session = async (user: UserRecord, since: number) => ({
    access_token: await issueToken(user._id.toString(), since),
    user: presentUser(user),
  });

  route(app, ROUTES.register, {
    handler: async ({ body, address }) => session(await register(context, body, address, now()), now()),
  });

  route(app, ROUTES.logout, {
    handler: async ({ user }) => {
      await logOut(context, user);
      return { success: true } as const;
    },
  });

  route(app, ROUTES.login, {
    handler: async ({ body, address }) => {
      // The session begins before the password is looked at: one that is changed meanwhile ends this session too.
      const since = now();
      return session(await logIn(context, body, address), since);
    },
  });
}
