import { ROUTES } from '@doushouqi/protocol/server';
import { type HttpApp, route } from '@doushouqi/service-kit';
import { execute } from '../commands/execute.ts';
import { joinRoom } from '../commands/join-room.ts';
import { messageOpponent } from '../commands/message-opponent.ts';
import { showRoom } from '../commands/show-room.ts';
import type { RoomContext } from '../context.ts';
import { presentChange } from '../presenters/change.ts';
import { addActionRoutes } from './actions.ts';

/** Mounts every route of this service: the HTTP verbs of a live game (spec §7). */
export function mountRoutes(app: HttpApp, context: RoomContext): void {
  const { limits } = context;

  route(app, ROUTES.joinRoom, {
    authorize: ({ user }) => limits.joins.consume(user.userId),
    handler: async ({ body, user: { userId } }) => {
      const { id: roomId, header } = await joinRoom(context, { ...body, userId });
      return { roomId, spectators: [...header.spectators] };
    },
  });

  route(app, ROUTES.getRoom, {
    handler: ({ params: { roomId }, query: { view } }) => showRoom(context, roomId, view),
  });

  route(app, ROUTES.sayInRoom, {
    authorize: ({ user }) => limits.messages.consume(user.userId),
    handler: async ({ params: { roomId }, user: { userId }, body: { content, toId }, requestId }) => {
      if (toId === undefined) {
        return presentChange(await execute(context, roomId, { type: 'say', userId, content }));
      }
      const room = await messageOpponent(context, roomId, { fromId: userId, toId, content }, requestId);
      return presentChange({ room, v: room.v });
    },
  });

  addActionRoutes(app, context);
}
