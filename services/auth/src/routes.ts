import { ROUTES } from '@doushouqi/protocol/server';
import {
  byUser,
  type DeviceCookie,
  errorOf,
  type HttpApp,
  route,
  type VerifiedToken,
} from '@doushouqi/service-kit';
import { getAccess, reviewAccess } from './commands/access.ts';
import { endOtherSessions } from './commands/access-events.ts';
import { register } from './commands/accounts.ts';
import { ensureBot } from './commands/bots.ts';
import { askForDeletion } from './commands/deletion.ts';
import { endDevice, listDevices, noteSeen, openSession } from './commands/devices.ts';
import { mergeGuest } from './commands/end-guests.ts';
import { createGuest, registerGuest, renewGuest } from './commands/guests.ts';
import { askForReset, resetPassword, setEmail, verifyEmail } from './commands/mail.ts';
import { changeNickname } from './commands/nicknames.ts';
import { addPasskey, askNewPasskey, askPasskey, logInByPasskey, removePasskey } from './commands/passkeys.ts';
import {
  listProfiles,
  presentAccount,
  presentFoundUser,
  presentUser,
  searchUsers,
  showProfile,
} from './commands/people.ts';
import { keepRecoveryCodes, recover, renewRecoveryCodes } from './commands/recovery.ts';
import { mailReminder } from './commands/reminders.ts';
import { changePassword, logIn, logOut } from './commands/sessions.ts';
import { changeSettings } from './commands/settings.ts';
import { mountConsole } from './console-routes.ts';
import type { AuthContext } from './context.ts';
import { memberSinceOf, roleOf, type UserRecord } from './models.ts';
import { type Origin, originOf } from './policies/origin.ts';

const DONE = { success: true } as const;

/** Ends connections after the reply, so that the calling window already has its new token. */
function endConnections({ notifier, logger }: AuthContext, userId: string, before: number): void {
  setImmediate(() => {
    notifier
      .endSessions(userId, before)
      .catch((error: unknown) => logger.warn({ err: error }, 'could not end the connections of a user'));
  });
}

/** Returns the origin of a request of a session. */
function callerOf(request: { userAgent: string; address: string; user: VerifiedToken }): Origin {
  const { sessionId, device: deviceHash } = request.user;
  return originOf(request, { sessionId, deviceHash });
}

/** Returns the origin of a new session that replaces the one of the request. */
function successorOf(request: { userAgent: string; address: string; user: VerifiedToken }): Origin {
  return originOf(request, { deviceHash: request.user.device });
}

type Entering = { userAgent: string; address: string; device: DeviceCookie };

/** Returns the origin of a request that opens a session, from a browser that from now on has a device cookie. */
function enteringOf({ site, deviceHash }: AuthContext, request: Entering): Origin {
  const isHttps = site?.origin.startsWith('https:') ?? false;
  return originOf(request, { deviceHash: deviceHash(request.device.keep(isHttps)) });
}

/** Returns the opener of sessions: the reply of a login. */
function sessionsOf(context: AuthContext) {
  return async (user: UserRecord, since: number, origin: Origin) => {
    const owner = { userId: user._id.toString(), role: roleOf(user), memberSince: memberSinceOf(user) };
    return { access_token: await openSession(context, owner, since, origin), user: presentUser(user) };
  };
}

/** Mounts login, guests, registration and logout. */
function mountSessions(app: HttpApp, context: AuthContext): void {
  const { now } = context;
  const session = sessionsOf(context);

  route(app, ROUTES.register, {
    handler: async (request) => {
      const origin = enteringOf(context, request);
      const { user, recoveryCodes } = await register(context, request.body, origin, now());
      return { ...(await session(user, now(), origin)), recoveryCodes };
    },
  });

  route(app, ROUTES.createGuest, {
    handler: async (request) => {
      const origin = enteringOf(context, request);
      return session(await createGuest(context, request.body, origin), now(), origin);
    },
  });

  route(app, ROUTES.renewGuest, {
    handler: async (request) => {
      // The session begins before the account is read, so that a concurrent registration ends it too.
      const since = now();
      return session(await renewGuest(context, request.user.userId), since, enteringOf(context, request));
    },
  });

  route(app, ROUTES.registerGuest, {
    handler: async (request) => {
      const { userId } = request.user;
      const origin = enteringOf(context, request);
      const { user, since, recoveryCodes } = await registerGuest(context, userId, request.body, origin);
      endConnections(context, userId, since);
      return { ...(await session(user, since, origin)), recoveryCodes };
    },
  });

  route(app, ROUTES.mergeGuest, {
    authorize: byUser(context.limits.changes),
    handler: async ({ user, body }) => {
      const since = now() + 1;
      endConnections(context, await mergeGuest(context, user.userId, body), since);
      return DONE;
    },
  });

  route(app, ROUTES.askPasskey, { handler: ({ address }) => askPasskey(context, address) });

  route(app, ROUTES.logInByPasskey, {
    handler: async (request) => {
      const since = now();
      const origin = enteringOf(context, request);
      return session(await logInByPasskey(context, request.body, origin), since, origin);
    },
  });

  route(app, ROUTES.openBotSession, {
    handler: async (request) =>
      session(await ensureBot(context, request.body.level, now()), now(), originOf(request)),
  });

  route(app, ROUTES.logout, {
    handler: async ({ user }) => {
      await logOut(context, user);
      return { success: true } as const;
    },
  });

  route(app, ROUTES.login, {
    handler: async (request) => {
      // The session begins before the password check, so that a concurrent password change ends it too.
      const since = now();
      const origin = enteringOf(context, request);
      return session(await logIn(context, request.body, origin), since, origin);
    },
  });
}

/** Mounts the ways back into an account, for visitors. */
function mountRecovery(app: HttpApp, context: AuthContext): void {
  const session = sessionsOf(context);

  route(app, ROUTES.recover, {
    handler: async (request) => {
      const origin = enteringOf(context, request);
      const { user, since } = await recover(context, request.body, origin);
      endConnections(context, user._id.toString(), since);
      return session(user, since, origin);
    },
  });

  route(app, ROUTES.getWaysIn, {
    handler: async () => {
      const { registration, guests, text } = await context.access();
      return { mail: context.mailer !== null, passkey: context.site !== null, registration, guests, text };
    },
  });

  route(app, ROUTES.askForReset, {
    handler: async ({ body, address }) => {
      await askForReset(context, body.username, address);
      return DONE;
    },
  });

  route(app, ROUTES.resetPassword, {
    handler: async (request) => {
      const origin = enteringOf(context, request);
      const { user, since } = await resetPassword(context, request.body, origin);
      endConnections(context, user._id.toString(), since);
      return session(user, since, origin);
    },
  });

  route(app, ROUTES.verifyEmail, {
    handler: async (request) => {
      await verifyEmail(context, request.body.token, request);
      return DONE;
    },
  });
}

/** Opens the caller's next session after all earlier ones ended, and closes their connections. */
async function renewSession(
  context: AuthContext,
  user: VerifiedToken,
  since: number,
  origin: Origin,
): Promise<string> {
  const token = await openSession(context, user, since, origin);
  endConnections(context, user.userId, since);
  return token;
}

/** Mounts the settings of the caller. */
function mountSettings(app: HttpApp, context: AuthContext): void {
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
    handler: async (request) => {
      const { user, body, address } = request;
      const origin = successorOf(request);
      const since = await changePassword(context, user.userId, body, address, origin);
      return { ...DONE, access_token: await renewSession(context, user, since, origin) };
    },
  });
}

/** Mounts what keeps an account in its owner's hands. */
function mountAccount(app: HttpApp, context: AuthContext): void {
  const { users, passkeys, limits } = context;

  route(app, ROUTES.getAccount, {
    handler: async ({ user: { userId } }) => {
      const user = await users.findById(userId).lean();
      if (user === null) throw errorOf('USER_NOT_FOUND');
      const found = await passkeys.find({ userId }, { publicKey: 0 }).sort({ since: 1 }).lean();
      return presentAccount(user, found, context);
    },
  });

  route(app, ROUTES.listDevices, { handler: ({ user }) => listDevices(context, user) });

  route(app, ROUTES.endDevice, {
    handler: async ({ user, params }) => {
      await endDevice(context, user.userId, params.deviceId);
      return DONE;
    },
  });

  route(app, ROUTES.endOtherDevices, {
    handler: async (request) => {
      const { user, body, address } = request;
      const origin = successorOf(request);
      const since = await endOtherSessions(context, user.userId, body, address, origin);
      return { ...DONE, access_token: await renewSession(context, user, since, origin) };
    },
  });

  route(app, ROUTES.getAccess, { handler: ({ user }) => getAccess(context, user) });

  route(app, ROUTES.reviewAccess, {
    authorize: byUser(limits.changes),
    handler: async (request) => {
      const { user, body, address } = request;
      return { ...DONE, ended: await reviewAccess(context, user, body, address, callerOf(request)) };
    },
  });

  route(app, ROUTES.askNewPasskey, {
    handler: ({ user, body, address }) => askNewPasskey(context, user.userId, body.password, address),
  });

  route(app, ROUTES.addPasskey, {
    authorize: byUser(limits.changes),
    handler: async (request) => {
      await addPasskey(context, request.user.userId, request.body.response, callerOf(request));
      return DONE;
    },
  });

  route(app, ROUTES.removePasskey, {
    authorize: byUser(limits.changes),
    handler: async (request) => {
      await removePasskey(context, request.user.userId, request.params.passkeyId, callerOf(request));
      return DONE;
    },
  });

  route(app, ROUTES.setEmail, {
    handler: async (request) => {
      const { user, body, address } = request;
      await setEmail(context, user.userId, body, address, callerOf(request));
      return DONE;
    },
  });

  route(app, ROUTES.deleteAccount, {
    handler: async ({ user: { userId }, body: { password }, address }) => {
      const { deletesAt, since } = await askForDeletion(context, userId, password, address);
      endConnections(context, userId, since);
      return { ...DONE, deletesAt };
    },
  });

  route(app, ROUTES.renewRecoveryCodes, {
    handler: async (request) => {
      const { user, body, address } = request;
      const origin = callerOf(request);
      return {
        recoveryCodes: await renewRecoveryCodes(context, user.userId, body.password, address, origin),
      };
    },
  });

  route(app, ROUTES.keepRecoveryCodes, {
    authorize: byUser(limits.changes),
    handler: async ({ user }) => {
      await keepRecoveryCodes(context, user.userId);
      return DONE;
    },
  });
}

/** Mounts the caller's account, search and profiles. */
function mountPeople(app: HttpApp, context: AuthContext): void {
  const { users, limits } = context;

  // Before `/users/:id`, which would match them.
  route(app, ROUTES.getMe, {
    handler: async ({ user, address }) => {
      const me = await users.findById(user.userId).lean();
      if (me === null) throw errorOf('USER_NOT_FOUND');
      noteSeen(context, user, address);
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

  route(app, ROUTES.mailReminder, {
    handler: async ({ body }) => {
      await mailReminder(context, body);
      return DONE;
    },
  });
}

/** Mounts every route of this service. */
export function mountRoutes(app: HttpApp, context: AuthContext): void {
  mountSessions(app, context);
  mountRecovery(app, context);
  mountSettings(app, context);
  mountAccount(app, context);
  mountPeople(app, context);
  mountConsole(app, context);
}
