import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, errorOf, type HttpApp, route } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import { register } from './commands/accounts.ts';
import { ensureBot } from './commands/bots.ts';
import { askForDeletion } from './commands/deletion.ts';
import { endDevice, listDevices, noteSeen, openSession } from './commands/devices.ts';
import { endAllSessions } from './commands/end-sessions.ts';
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
import { recover, renewRecoveryCodes } from './commands/recovery.ts';
import { changePassword, logIn, logOut } from './commands/sessions.ts';
import { changeSettings } from './commands/settings.ts';
import type { AuthContext } from './context.ts';
import type { UserRecord } from './models.ts';

const DONE = { success: true } as const;

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
  const { now } = context;

  const session = async (user: UserRecord, since: number, userAgent: string) => ({
    access_token: await openSession(context, user, since, userAgent),
    user: presentUser(user),
  });

  route(app, ROUTES.register, {
    handler: async ({ body, address, userAgent }) => {
      const { user, recoveryCodes } = await register(context, body, address, now());
      return { ...(await session(user, now(), userAgent)), recoveryCodes };
    },
  });

  route(app, ROUTES.createGuest, {
    handler: async ({ body, address, userAgent }) =>
      session(await createGuest(context, body, address), now(), userAgent),
  });

  route(app, ROUTES.renewGuest, {
    handler: async ({ user, userAgent }) => {
      // The session begins before the account is read, so that a concurrent registration ends it too.
      const since = now();
      return session(await renewGuest(context, user.userId), since, userAgent);
    },
  });

  route(app, ROUTES.registerGuest, {
    handler: async ({ user: { userId }, body, address, userAgent }) => {
      const { user, since, recoveryCodes } = await registerGuest(context, userId, body, address);
      endConnections(context, userId, since);
      return { ...(await session(user, since, userAgent)), recoveryCodes };
    },
  });

  route(app, ROUTES.recover, {
    handler: async ({ body, address, userAgent }) => {
      const { user, since } = await recover(context, body, address);
      endConnections(context, user._id.toString(), since);
      return session(user, since, userAgent);
    },
  });

  route(app, ROUTES.getWaysIn, {
    handler: async () => {
      const { registration, guests, text } = await context.access();
      return { mail: context.mailer !== null, passkey: context.site !== null, registration, guests, text };
    },
  });

  route(app, ROUTES.askPasskey, { handler: ({ address }) => askPasskey(context, address) });

  route(app, ROUTES.logInByPasskey, {
    handler: async ({ body, address, userAgent }) => {
      const since = now();
      return session(await logInByPasskey(context, body, address), since, userAgent);
    },
  });

  route(app, ROUTES.askForReset, {
    handler: async ({ body, address }) => {
      await askForReset(context, body.username, address);
      return DONE;
    },
  });

  route(app, ROUTES.resetPassword, {
    handler: async ({ body, address, userAgent }) => {
      const { user, since } = await resetPassword(context, body, address);
      endConnections(context, user._id.toString(), since);
      return session(user, since, userAgent);
    },
  });

  route(app, ROUTES.verifyEmail, {
    handler: async ({ body }) => {
      await verifyEmail(context, body.token);
      return DONE;
    },
  });

  route(app, ROUTES.openBotSession, {
    handler: async ({ body: { level }, userAgent }) =>
      session(await ensureBot(context, level, now()), now(), userAgent),
  });

  route(app, ROUTES.logout, {
    handler: async ({ user }) => {
      await logOut(context, user);
      return { success: true } as const;
    },
  });

  route(app, ROUTES.login, {
    handler: async ({ body, address, userAgent }) => {
      // The session begins before the password check, so that a concurrent password change ends it too.
      const since = now();
      return session(await logIn(context, body, address), since, userAgent);
    },
  });
}

/** Opens the caller's next session after all earlier ones ended, and closes their connections. */
async function renewSession(
  context: AuthContext,
  userId: string,
  since: number,
  userAgent: string,
): Promise<string> {
  const token = await openSession(context, { _id: new Types.ObjectId(userId) }, since, userAgent);
  endConnections(context, userId, since);
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
    handler: async ({ user: { userId }, body, address, userAgent }) => {
      const since = await changePassword(context, userId, body, address);
      return { ...DONE, access_token: await renewSession(context, userId, since, userAgent) };
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
    authorize: byUser(limits.changes),
    handler: async ({ user: { userId }, userAgent }) => {
      const since = await endAllSessions(context, userId);
      return { ...DONE, access_token: await renewSession(context, userId, since, userAgent) };
    },
  });

  route(app, ROUTES.askNewPasskey, {
    handler: ({ user, body, address }) => askNewPasskey(context, user.userId, body.password, address),
  });

  route(app, ROUTES.addPasskey, {
    authorize: byUser(limits.changes),
    handler: async ({ user, body, userAgent }) => {
      await addPasskey(context, user.userId, body.response, userAgent);
      return DONE;
    },
  });

  route(app, ROUTES.removePasskey, {
    authorize: byUser(limits.changes),
    handler: async ({ user, params }) => {
      await removePasskey(context, user.userId, params.passkeyId);
      return DONE;
    },
  });

  route(app, ROUTES.setEmail, {
    handler: async ({ user: { userId }, body, address }) => {
      await setEmail(context, userId, body, address);
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
      noteSeen(context, user);
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
