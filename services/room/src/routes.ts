import { randomUUID } from 'node:crypto';
import { ROUTES } from '@doushouqi/protocol';
import {
  type Room,
  type RoomCommand,
  type RoomDoor,
  type RoomStore,
  snapshotOf,
  statusOf,
} from '@doushouqi/room-core';
import { errorOf, type HttpApp, type RateLimiter, route } from '@doushouqi/service-kit';
import { presentRoom } from './present-room.ts';

export interface RoomRoutesOptions {
  store: Pick<RoomStore, 'load'>;
  door: RoomDoor;
  /** Creating and joining, by user. */
  joins: RateLimiter;
  /** Epoch ms. */
  now: () => number;
}

/** The HTTP verbs of a live game (spec §7). Who may do what is decided by room-core, for every door alike. */
export const addRoomRoutes = (app: HttpApp, { store, door, joins, now }: RoomRoutesOptions): void => {
  const execute = async (roomId: string, command: RoomCommand): Promise<{ room: Room; v: number }> => {
    const outcome = await door.execute(roomId, command);
    if (outcome.ok) return outcome;
    throw errorOf(outcome.code, outcome.code === 'ROOM_BUSY' ? { retryAfter: 1 } : {});
  };
  const act = async (roomId: string, command: RoomCommand) => {
    const { room, v } = await execute(roomId, command);
    return { status: statusOf(room), v };
  };

  route(app, ROUTES.joinRoom, {
    authorize: ({ user }) => joins.consume(user.userId),
    handler: async ({ body: { roomId }, user: { userId } }) => {
      const { room } = await execute(roomId, { type: 'join', userId, newGameId: randomUUID() });
      return { roomId, spectators: [...room.spectators] };
    },
  });

  route(app, ROUTES.getRoom, {
    handler: async ({ params: { roomId }, query }) => {
      const room = await store.load(roomId);
      if (!room) throw errorOf('ROOM_NOT_FOUND');
      return query.view === 'compact' ? snapshotOf(room, now()) : presentRoom(room);
    },
  });

  route(app, ROUTES.surrender, {
    handler: ({ params: { roomId }, user: { userId } }) => act(roomId, { type: 'surrender', userId }),
  });

  route(app, ROUTES.leaveRoom, {
    handler: ({ params: { roomId }, user: { userId } }) => act(roomId, { type: 'leave', userId }),
  });

  route(app, ROUTES.claimTimeout, {
    handler: ({ params: { roomId }, user: { userId } }) => act(roomId, { type: 'flag', userId }),
  });
};
