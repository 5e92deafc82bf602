import { createPresence, type Presence } from '@doushouqi/presence';
import {
  createApiClient,
  ROUTES,
  type RoomDetails,
  type RoomSnapshot,
  roomDetails,
  roomSnapshot,
} from '@doushouqi/protocol';
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
  createHttpApp,
  createInternalClient,
  createLogger,
  createMetrics,
  createRateLimiter,
  createTokenVerifier,
  listen,
  stopServer,
} from '@doushouqi/service-kit';
import { makeTestKeys, signTestToken, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import type { Redis } from 'ioredis';
import { createGhosts } from '../src/ghosts.ts';
import { createNicknames } from '../src/nicknames.ts';
import { addRoomRoutes } from '../src/routes.ts';
import { SERVICE_TOKEN, type Social, startSocial } from './social.ts';

/** Joins and lines of chat that a user has in these tests. */
export const JOINS = 20;
export const LINES = 30;
/** Spectators without a connection are looked for this soon, in rooms of this name alone. ms. */
const GHOST_AFTER_MS = 400;
export const GHOST_ROOM = 'ghosts';

export const userOf = (n: number): string => n.toString(16).padStart(24, '0');
export const [RED, BLUE, WATCHER] = [userOf(1), userOf(2), userOf(3)] as const;

/** The room service on a real port over a real Redis, at a time of the test's choosing. */
export interface Kit {
  server: TestRedis;
  redis: Redis;
  presence: Presence;
  base: string;
  /** `now` in epoch ms. */
  clock: { now: number };
  /** Whether auth can be asked for nicknames. */
  auth: { away: boolean };
  /** What takes private lines. */
  social: Social;
  /** The typed client, as `userId` or as a visitor. */
  as(userId: string | null): ReturnType<typeof createApiClient>;
  join(userId: string, roomId: string): Promise<{ roomId: string; spectators: string[] }>;
  /** Seats red and blue, which starts their game. */
  start(roomId: string): Promise<void>;
  move(roomId: string, player: 1 | 2, from: [number, number], to: [number, number]): Promise<CommandResult>;
  compact(roomId: string): Promise<RoomSnapshot>;
  full(roomId: string): Promise<RoomDetails>;
  stop(): Promise<void>;
}

export const startKit = async (): Promise<Kit> => {
  const keys = makeTestKeys();
  const [clock, auth] = [{ now: 1_700_000_000_000 }, { away: false }];
  const now = () => clock.now;
  const [server, social] = await Promise.all([startTestRedis(), startSocial()]);
  const socialClient = createInternalClient({ baseUrl: social.url, token: SERVICE_TOKEN });
  const redis = connectRedis(server.url, { role: 'command' });
  const jobs = createRoomJobs(redis);
  const store = createRoomStore(redis);
  const door = createRoomDoor({
    store,
    live: createLiveRooms(redis),
    jobs,
    now,
    onJobFailed: () => undefined,
  });
  const app = createHttpApp({
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    readiness: { redis: () => redis.ping() },
    verifier: createTokenVerifier({ publicKey: keys.publicKey, redis }),
  });
  const limiter = (keyPrefix: string, points: number) =>
    createRateLimiter({ redis, keyPrefix, points, durationSeconds: 60 });
  const fetchProfiles = async (ids: string[]) => {
    if (auth.away) throw new Error('away');
    return ids.map((_id) => ({ _id, nickname: `棋手${Number.parseInt(_id, 16)}`, avatar: 'default.png' }));
  };
  const presence = createPresence(redis);
  const onFailed = (error: unknown) => {
    throw error;
  };
  const watchGhosts = createGhosts({ presence, door, afterMs: GHOST_AFTER_MS, onFailed });
  const nicknames = createNicknames({ fetchProfiles, now });
  addRoomRoutes(app, {
    store,
    door,
    nicknames,
    joins: limiter('joins', JOINS),
    lines: limiter('lines', LINES),
    async deliver(line, requestId) {
      await socialClient.call(ROUTES.deliverMessage, { body: line }, { requestId });
    },
    onSpectators: (roomId, came) => void (roomId === GHOST_ROOM && watchGhosts(roomId, came)),
    now,
  });
  const base = `http://127.0.0.1:${await listen(app.server, { port: 0, host: '127.0.0.1' })}/api`;
  const as: Kit['as'] = (userId) =>
    createApiClient({ baseUrl: base, token: () => userId && signTestToken(userId, keys.privateKey) });
  const join: Kit['join'] = (userId, roomId) => as(userId).joinRoom({ body: { roomId } });
  return {
    server,
    redis,
    presence,
    base,
    clock,
    auth,
    social,
    as,
    join,
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
      await social.stop();
      await jobs.close();
      await closeRedis(redis);
      await server.stop();
    },
  };
};
