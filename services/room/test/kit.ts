import { createApiClient, type RoomDetails, type RoomSnapshot } from '@doushouqi/protocol';
import { PUBLIC_ROUTES, ROUTES, roomDetails, roomSnapshot } from '@doushouqi/protocol/server';
import {
  type CommandResult,
  createLiveRooms,
  createRoomDoor,
  createRoomJobs,
  createRoomStore,
} from '@doushouqi/room-core';
import {
  closeRedis,
  connectRedis,
  createInternalClient,
  createLogger,
  createMetrics,
  createModerator,
  createTokenVerifier,
  errorOf,
  listen,
  type RedisClient,
  route,
  stopServer,
} from '@doushouqi/service-kit';
import {
  makeTestKeys,
  type Peer,
  signTestToken,
  startPeer,
  startTestRedis,
  type TestRedis,
} from '@doushouqi/service-kit/testing';
import type { z } from 'zod';
import { createRoomApp } from '../src/app.ts';
import { SERVICE_TOKEN, type Social, startSocial } from './social.ts';

/** Joins and messages that a user has in these tests. */
export const JOINS = 20;
export const MESSAGES = 30;
export const VERBS = 200;
/** Looks that an address has. */
export const LOOKS = 300;
export const BOARDS = 100;

export function userOf(n: number): string {
  return n.toString(16).padStart(24, '0');
}
export const [RED, BLUE, WATCHER] = [userOf(1), userOf(2), userOf(3)] as const;

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
  as(userId: string | null): ReturnType<typeof createApiClient>;
  join(userId: string, roomId: string): Promise<{ roomId: string; spectators: string[] }>;
  /** Makes a room for the pair of red and blue, as pairing asks for it. */
  pair(pair: Pair, token?: string): Promise<{ roomId: string; v: number }>;
  /** The running game by number of a user, as pairing asks for it. */
  runningRoomOf(userId: string): Promise<string | null>;
  /** Seats red and blue, which starts their game. */
  start(roomId: string): Promise<void>;
  move(roomId: string, player: 1 | 2, from: [number, number], to: [number, number]): Promise<CommandResult>;
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
  const keys = makeTestKeys();
  const [clock, auth] = [{ now: 1_700_000_000_000 }, { away: false }];
  const now = () => clock.now;
  const [server, social, profiles] = await Promise.all([startTestRedis(), startSocial(), startAuth(auth)]);
  const redis = connectRedis(server.url, { role: 'command' });
  const jobs = createRoomJobs(redis);
  const door = createRoomDoor({
    store: createRoomStore(redis),
    live: createLiveRooms(redis),
    jobs,
    now,
    onJobFailed: () => undefined,
  });
  const app = createRoomApp({
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    redis,
    jobs,
    moderator: createModerator(['外挂']),
    verifier: createTokenVerifier({ publicKey: keys.publicKey, redis }),
    serviceToken: SERVICE_TOKEN,
    authUrl: profiles.url,
    socialUrl: social.url,
    limits: { joins: JOINS, messages: MESSAGES, verbs: VERBS, looks: LOOKS, boards: BOARDS },
    now,
  });
  const base = `http://127.0.0.1:${await listen(app.server, { port: 0, host: '127.0.0.1' })}/api`;
  const as: Kit['as'] = (userId) =>
    createApiClient({
      routes: PUBLIC_ROUTES,
      baseUrl: base,
      token: () => userId && signTestToken(userId, keys.privateKey),
    });
  const internal = (token: string) => createInternalClient({ baseUrl: base.slice(0, -'/api'.length), token });
  const join: Kit['join'] = (userId, roomId) => as(userId).joinRoom({ body: { roomId } });
  return {
    server,
    redis,
    base,
    clock,
    auth,
    social,
    as,
    join,
    pair: (body, token = SERVICE_TOKEN) => internal(token).call(ROUTES.createPairedRoom, { body }),
    runningRoomOf: async (userId) =>
      (await internal(SERVICE_TOKEN).call(ROUTES.getRunningRoom, { params: { userId } })).roomId,
    async start(roomId) {
      await join(RED, roomId);
      await join(BLUE, roomId);
    },
    move: (roomId, player, from, to) =>
      door.execute(roomId, {
        type: 'move',
        userId: player === 1 ? RED : BLUE,
        player,
        from: { x: from[0], y: from[1] },
        to: { x: to[0], y: to[1] },
      }),
    compact: async (roomId) =>
      roomSnapshot.parse(await as(null).getRoom({ params: { roomId }, query: { view: 'compact' } })),
    full: async (roomId) => roomDetails.parse(await as(null).getRoom({ params: { roomId } })),
    async stop() {
      await stopServer(app.server, 100);
      await Promise.all([social.stop(), profiles.stop()]);
      await jobs.close();
      await closeRedis(redis);
      await server.stop();
    },
  };
}
