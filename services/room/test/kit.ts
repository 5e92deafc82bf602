import type { RoomDetails, RoomSnapshot } from '@doushouqi/protocol';
import { ROUTES, roomDetails, roomSnapshot } from '@doushouqi/protocol/server';
import {
  type CommandResult,
  createLiveRooms,
  createRoomDoor,
  createRoomJobs,
  createRoomStore,
} from '@doushouqi/room-core';
import type { Side } from '@doushouqi/rules';
import {
  createInternalClient,
  createModerator,
  errorOf,
  type RedisClient,
  route,
} from '@doushouqi/service-kit';
import {
  idOf,
  type Peer,
  SERVICE_TOKEN,
  startPeer,
  startRedisBacking,
  startTestService,
  type TestRedis,
  type TestService,
} from '@doushouqi/service-kit/testing';
import type { z } from 'zod';
import { service } from '../src/service.ts';
import { type Social, startSocial } from './social.ts';

/** Joins and messages that a user has in these tests. */
export const JOINS = 20;
export const MESSAGES = 30;
export const VERBS = 200;
/** Looks that an address has. */
export const LOOKS = 300;
export const BOARDS = 100;

export const [RED, BLUE, WATCHER] = [idOf(1), idOf(2), idOf(3)] as const;

type Pair = z.input<typeof ROUTES.createPairedRoom.body>;

/** The room service on a real port over a real Redis, at a time of the test's choosing. */
export interface Kit {
  server: TestRedis;
  redis: RedisClient;
  base: string;
  /** `now` in epoch ms. */
  clock: { now: number };
  /** Whether auth can be asked for nicknames. */
  auth: { away: boolean };
  /** What takes private messages. */
  social: Social;
  /** The typed client, as `userId` or as a visitor. */
  as: TestService<unknown>['as'];
  join(userId: string, roomId: string): Promise<{ roomId: string; spectators: string[] }>;
  /** Makes a room for the pair of red and blue, as pairing asks for it. */
  pair(pair: Pair, token?: string): Promise<{ roomId: string; v: number }>;
  /** The running game by number of a user, as pairing asks for it. */
  runningRoomOf(userId: string): Promise<string | null>;
  /** Seats red and blue, which starts their game. */
  start(roomId: string): Promise<void>;
  move(roomId: string, side: Side, from: [number, number], to: [number, number]): Promise<CommandResult>;
  compact(roomId: string): Promise<RoomSnapshot>;
  full(roomId: string): Promise<RoomDetails>;
  stop(): Promise<void>;
}

/** The auth service, as far as it tells what users are called. */
function startAuth(auth: Kit['auth']): Promise<Peer> {
  return startPeer(SERVICE_TOKEN, (app) =>
    route(app, ROUTES.listProfiles, {
      handler: ({ body: { ids } }) => {
        if (auth.away) throw errorOf('UNAVAILABLE');
        const profiles = ids.map((_id) => {
          const n = Number.parseInt(_id, 16);
          return { _id, username: `user${n}`, nickname: `棋手${n}`, avatar: 'default.png' };
        });
        return { profiles };
      },
    }),
  );
}

export async function startKit(): Promise<Kit> {
  const [clock, auth] = [{ now: 1_700_000_000_000 }, { away: false }];
  const now = () => clock.now;
  const [backing, social, profiles] = await Promise.all([
    startRedisBacking(),
    startSocial(),
    startAuth(auth),
  ]);
  const { server, redis } = backing;
  const jobs = createRoomJobs(redis);
  const door = createRoomDoor({
    store: createRoomStore(redis),
    live: createLiveRooms(redis),
    jobs,
    now,
    onJobFailed: () => undefined,
  });
  const app = await startTestService(service, backing, {
    peers: { auth: profiles.url, social: social.url },
    limits: { joins: JOINS, messages: MESSAGES, verbs: VERBS, looks: LOOKS, boards: BOARDS },
    given: { moderator: createModerator(['外挂']), now },
  });
  const { as } = app;
  const join: Kit['join'] = (userId, roomId) => as(userId).joinRoom({ body: { roomId } });
  return {
    server,
    redis,
    base: `${app.url}/api`,
    clock,
    auth,
    social,
    as,
    join,
    pair: (body, token = SERVICE_TOKEN) =>
      createInternalClient({ baseUrl: app.url, token }).call(ROUTES.createPairedRoom, { body }),
    runningRoomOf: async (userId) =>
      (await app.internal.call(ROUTES.getRunningRoom, { params: { userId } })).roomId,
    async start(roomId) {
      await join(RED, roomId);
      await join(BLUE, roomId);
    },
    move: (roomId, side, from, to) =>
      door.execute(roomId, {
        type: 'move',
        userId: side === 'red' ? RED : BLUE,
        side,
        from: { x: from[0], y: from[1] },
        to: { x: to[0], y: to[1] },
      }),
    compact: async (roomId) =>
      roomSnapshot.parse(await as(null).getRoom({ params: { roomId }, query: { view: 'compact' } })),
    full: async (roomId) => roomDetails.parse(await as(null).getRoom({ params: { roomId } })),
    async stop() {
      await app.stop();
      await Promise.all([social.stop(), profiles.stop()]);
      await jobs.close();
      await backing.stop();
    },
  };
}
