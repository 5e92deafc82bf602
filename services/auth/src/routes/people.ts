import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, errorOf, type HttpApp, route } from '@doushouqi/service-kit';
import { searchUsers } from '../commands/search-users.ts';
import { listProfiles, showProfile } from '../commands/show-profile.ts';
import type { AuthContext } from '../context.ts';
import { presentFoundUser, presentUser } from '../presenters/user.ts';

/** Mounts what shows users: oneself, those who are looked for, anybody. */
export function mountPeople(app: HttpApp, context: AuthContext): void {
  const { users, limits } = context;

  // These two before `/users/:id`, which would take them for ids.
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
