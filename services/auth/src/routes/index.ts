import { ROUTES } from '@doushouqi/protocol';
import { errorOf, type HttpApp, route } from '@doushouqi/service-kit';
import { logIn } from '../commands/log-in.ts';
import { register } from '../commands/register.ts';
import type { AuthContext } from '../context.ts';
import type { UserRecord } from '../models/user.ts';
import { presentFoundUser, presentPublicUser, presentUser } from '../presenters/user.ts';

const PROFILE = { username: 1, nickname: 1, avatar: 1 } as const;

/** Mounts every route of this service. */
export function mountRoutes(app: HttpApp, context: AuthContext): void {
  const { users } = context;

  const session = (user: UserRecord) => ({
    access_token: context.issueToken(user._id.toString(), Date.now()),
    user: presentUser(user),
  });

  route(app, ROUTES.register, {
    handler: async ({ body, address }) => session(await register(context, body, address, Date.now())),
  });

  route(app, ROUTES.login, {
    handler: async ({ body, address }) => session(await logIn(context, body, address)),
  });

  route(app, ROUTES.getUser, {
    handler: async ({ params }) => {
      const user = await users.findById(params.id, PROFILE).lean();
      if (user === null) throw errorOf('USER_NOT_FOUND');
      return { ...presentPublicUser(user), isOnline: false, friends: [] };
    },
  });

  route(app, ROUTES.listProfiles, {
    handler: async ({ body }) => {
      const found = await users.find({ _id: { $in: body.ids } }, PROFILE).lean();
      return { profiles: found.map(presentFoundUser) };
    },
  });
}
