import type { ErrorCode, PrivateMessage } from '@doushouqi/protocol';
import { ROUTES, roomDetails, roomSnapshot } from '@doushouqi/protocol/server';
import { createRunningGames } from '@doushouqi/room-core/running-games';
import type { Side } from '@doushouqi/rules';
import { createInternalClient, createModerator, errorOf, route } from '@doushouqi/service-kit';
import { idOf, SERVICE_TOKEN, startPeer, testService } from '@doushouqi/service-kit/testing';
import { afterEach } from 'vitest';
import type { z } from 'zod';
import { service } from '../src/service.ts';

/** Number of joins and messages per user. */
export const JOINS = 20;
export const MESSAGES = 30;
export const REQUESTS = 200;
/** Number of room reads per address. */
export const READS = 300;
export const BOARDS = 100;

export const [RED, BLUE, WATCHER] = [idOf(1), idOf(2), idOf(3)] as const;

/** A fake social service that accepts private messages. */
async function startSocial() {
  const delivered: PrivateMessage[] = [];
  const refusal: { code: ErrorCode | null } = { code: null };
  const peer = await startPeer((app) =>
    route(app, ROUTES.deliverMessage, {
      handler: ({ body }) => {
        if (refusal.code) throw errorOf(refusal.code);
        const message = { ...body, _id: String(delivered.length), timestamp: 0 };
        delivered.push(message);
        return message;
      },
    }),
  );
  return { ...peer, delivered, refusal };
}

/**
 * Starts the room service with a fixed clock. Auth has red, blue and the spectator. Each test starts without seats, as
 * these users play in many rooms. `perAddress`: seats of all tests together.
 */
export async function testRoom({ perAddress = 600 } = {}) {
  const social = await startSocial();
  const room = await testService(service, {
    peers: { social },
    limits: { joins: JOINS, messages: MESSAGES, roomRequests: REQUESTS, reads: READS, boards: BOARDS },
    env: { GAMES_PER_ADDRESS: perAddress },
    given: { moderator: createModerator(['外挂']) },
  });
  room.clock.now = 1_700_000_000_000;
  for (const n of [1, 2, 3]) await room.user(n);
  const { as, context, url } = room;
  afterEach(async () => {
    const seats = await context.redis.keys('{places}:*');
    if (seats.length > 0) await context.redis.del(...seats);
  });
  const join = (userId: string, roomId: string) => as(userId).joinRoom({ body: { roomId } });
  return {
    ...room,
    redis: context.redis,
    social,
    join,
    /** Creates a paired room for red and blue, as pairing does. */
    pair: (body: z.input<typeof ROUTES.createPairedRoom.body>, token = SERVICE_TOKEN) =>
      createInternalClient({ baseUrl: url, token }).call(ROUTES.createPairedRoom, { body }),
    /** Returns the user's running game, as pairing reads it. */
    runningRoomOf: createRunningGames(context.redis).roomOf,
    /** Seats red and blue, which starts their game. */
    async start(roomId: string) {
      await join(RED, roomId);
      await join(BLUE, roomId);
    },
    move: (roomId: string, side: Side, from: [number, number], to: [number, number]) =>
      context.commands.execute(roomId, {
        type: 'move',
        userId: side === 'red' ? RED : BLUE,
        side,
        from: { x: from[0], y: from[1] },
        to: { x: to[0], y: to[1] },
      }),
    compact: async (roomId: string) =>
      roomSnapshot.parse(await as(null).getRoom({ params: { roomId }, query: { view: 'compact' } })),
    full: async (roomId: string) => roomDetails.parse(await as(null).getRoom({ params: { roomId } })),
  };
}
