import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, errorOf, type HttpApp, route } from '@doushouqi/service-kit';
import { register } from './commands/accounts.ts';
import { ensureBot } from './commands/bots.ts';
import { createGuest, registerGuest, renewGuest } from './commands/guests.ts';
import { changeNickname } from './commands/nicknames.ts';
import {
  listProfiles,
  presentAccount,
  presentFoundUser,
  presentUser,
  searchUsers,
  showProfile,
} from './commands/people.ts';
import { recover, renewRecoveryCodes } from './commands/recovery.ts';
import { changePassword, logIn, logOut } from './commands/sessions.ts';
import { changeSettings } from './commands/settings.ts';
import type { AuthContext } from './context.ts';
import type { UserRecord } from './models.ts';

/** Ends connections after the reply, so that the calling window already has its new token. */
function endConnections({ notifier, logger }: AuthContext, userId: string, before: number): void {
  setImmediate(() => {
    notifier
      .endSessions(userId, before)
      .catch((error: unknown) => logger.warn({ err: error }, 'could not end the connections of a user'));
  });
}

/** Mounts login, guests, registration and logout. */
function mountSessions(app: HttpApp, context: AuthContext): void {
  const { issueToken, now } = context;

  const session = async (record: UserRecord, since: number) => {
    const user = presentUser(record);
    return { access_token: await issueToken(user._id, since, user.isGuest ? 'guest' : 'member'), user };
  };

  route(app, ROUTES.register, {
    handler: async ({ body, address }) => {
      const { user, recoveryCodes } = await register(context, body, address, now());
      return { ...(await session(user, now())), recoveryCodes };
    },
  });

  route(app, ROUTES.createGuest, {
    handler: async ({ body, address }) => session(await createGuest(context, body, address), now()),
  });

  route(app, ROUTES.renewGuest, {
    handler: async ({ user }) => session(await renewGuest(context, user.userId), now()),
  });

  route(app, ROUTES.registerGuest, {
    handler: async ({ user: { userId }, body, address }) => {
      const { user, since, recoveryCodes } = await registerGuest(context, userId, body, address);
      endConnections(context, userId, since);
      return { ...(await session(user, since)), recoveryCodes };
    },
  });

  route(app, ROUTES.recover, {
    handler: async ({ body, address }) => {
      const { user, since } = await recover(context, body, address);
      endConnections(context, user._id.toString(), since);
      return session(user, since);
    },
  });

  route(app, ROUTES.openBotSession, {
    handler: async ({ body: { level } }) => session(await ensureBot(context, level, now()), now()),
  });

  route(app, ROUTES.logout, {
    handler: async ({ user }) => {
      await logOut(context, user);
      return { success: true } as const;
    },
  });

  route(app, ROUTES.login, {
    handler: async ({ body, address }) => {
      // The session begins before the password check, so that a concurrent password change ends it too.
      const since = now();
      return session(await logIn(context, body, address), since);
    },
  });
}

const DONE = { success: true } as const;

/** Mounts the settings of the caller. */
function mountSettings(app: HttpApp, context: AuthContext): void {
  const { issueToken } = context;

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

  route(app, ROUTES.setNickname, {
    handler: async ({ user, body }) => presentUser(await changeNickname(context, user.userId, body.nickname)),
  });

  route(app, ROUTES.setPassword, {
    handler: async ({ user: { userId }, body, address }) => {
      const since = await changePassword(context, userId, body, address);
      endConnections(context, userId, since);
      return { ...DONE, access_token: await issueToken(userId, since) };
    },
  });
}

/** Mounts what keeps an account in its owner's hands. */
function mountAccount(app: HttpApp, context: AuthContext): void {
  const { users, now } = context;

  route(app, ROUTES.getAccount, {
    handler: async ({ user: { userId } }) => {
      const user = await users.findById(userId).lean();
      if (user === null) throw errorOf('USER_NOT_FOUND');
      return presentAccount(user, now());
    },
  });

  route(app, ROUTES.renewRecoveryCodes, {
    handler: async ({ user: { userId }, body: { password }, address }) => ({
      recoveryCodes: await renewRecoveryCodes(context, userId, password, address),
    }),
  });
}

/** Mounts the caller's account, search and profiles. */
function mountPeople(app: HttpApp, context: AuthContext): void {
  const { users, limits } = context;

  // Before `/users/:id`, which would match them.
  route(app, ROUTES.getMe, {
    handler: async ({ user }) => {
      const me = await users.findById(user.userId).lean();
      if (me === null) throw errorOf('USER_NOT_FOUND');
      return presentUser(me);
    },
  });

  route(app, ROUTES.searchUsers, {
    authorize: byUser(limits.searches),
    handler: async ({ user, query }) =>
      (await searchUsers(context, query.keyword, user.userId)).map(presentFoundUser),
  });

  route(app, ROUTES.getUser, {
    handler: ({ user, params, requestId }) => showProfile(context, params.id, user?.userId, requestId),
  });

  route(app, ROUTES.listProfiles, {
    handler: async ({ body }) => ({ profiles: await listProfiles(context, body) }),
  });
}

/** Mounts every route of this service. */
export function mountRoutes(app: HttpApp, context: AuthContext): void {
  mountSessions(app, context);
  mountSettings(app, context);
  mountAccount(app, context);
  mountPeople(app, context);
}
