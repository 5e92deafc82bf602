import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { enterRoom, heartbeat } from '../commands/heartbeat.ts';
import type { SocialContext } from '../context.ts';
import { addFriendRoutes } from './friends.ts';
import { addMessageRoutes } from './messages.ts';
import { DONE } from './shared.ts';

/** Mounts every route of this service. */
export function mountRoutes(app: HttpApp, context: SocialContext): void {
  route(app, ROUTES.heartbeat, {
    handler: ({ user, body }) => heartbeat(context, user.userId, body.currentPath),
  });
  route(app, ROUTES.updateRoom, {
    authorize: byUser(context.limits.changes),
    handler: async ({ user, body }) => {
      await enterRoom(context, user.userId, body.roomId);
      return DONE;
    },
  });
  route(app, ROUTES.countOnline, { handler: async () => ({ count: await context.onlineCount.get() }) });
  addFriendRoutes(app, context);
  addMessageRoutes(app, context);
}
