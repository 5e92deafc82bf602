import { ROUTES } from '@doushouqi/protocol/server';
import { byUser, type HttpApp, route } from '@doushouqi/service-kit';
import { execute } from '../commands/execute.ts';
import { joinRoom } from '../commands/join-room.ts';
import { messageOpponent } from '../commands/message-opponent.ts';
import { findRunningRoom } from '../commands/noted-rooms.ts';
import { sayInRoom } from '../commands/say-in-room.ts';
import { showRoom } from '../commands/show-room.ts';
import type { RoomContext } from '../context.ts';
import { presentChange } from '../presenters/change.ts';
import { addActionRoutes } from './actions.ts';

/** Mounts every route of this service: the HTTP verbs of a live game (spec §7). */
export function mountRoutes(app: HttpApp, context: RoomContext): void {
  const { limits } = context;

  route(app, ROUTES.joinRoom, {
    authorize: byUser(limits.joins),
    handler: async ({ body, user: { userId } }) => {
      const { id: roomId, header } = await joinRoom(context, { ...body, userId });
      return { roomId, spectators: [...header.spectators] };
    },
  });

  route(app, ROUTES.getRoom, {
    limit: limits.looks,
    authorize: async ({ query: { view }, address }) => {
      if (view === 'full') await limits.boards.consume(address);
    },
    handler: ({ params: { roomId }, query: { view }, user }) => showRoom(context, roomId, view, user?.userId),
  });

  route(app, ROUTES.sayInRoom, {
    authorize: byUser(limits.messages),
    handler: async ({ params: { roomId }, user: { userId }, body: { content, toId }, requestId }) => {
      if (toId === undefined) {
        return presentChange(await sayInRoom(context, roomId, userId, content));
      }
      const room = await messageOpponent(context, roomId, { fromId: userId, toId, content }, requestId);
      return presentChange({ room, v: room.v });
    },
  });

  route(app, ROUTES.createPairedRoom, {
    handler: async ({ body: { roomId, isArranged, ...pair } }) => {
      if (isArranged) await context.store.noteArranged(roomId);
      const { v } = await execute(context, roomId, { type: 'pair', ...pair });
      return { roomId, v };
    },
  });

  route(app, ROUTES.getRunningRoom, {
    handler: async ({ params: { userId } }) => ({ roomId: await findRunningRoom(context, userId) }),
  });

  addActionRoutes(app, context);
}
