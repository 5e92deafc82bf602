import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ApiClient,
  ApiError,
  ARCHIVE_QUEUE,
  createApiClient,
  type GameRecord,
  QUEUE_PREFIX,
  RECORDS_PER_PAGE,
  ROOM_QUEUE,
  TIME_CONTROLS,
} from '@doushouqi/protocol';
import { PUBLIC_ROUTES, ROUTES } from '@doushouqi/protocol/server';
import { evolve, isPlaying, type Room } from '@doushouqi/room';
import { createLiveRooms, createRoomStore, type RoomStore } from '@doushouqi/room-core';
import { SIDES, type Side } from '@doushouqi/rules';
import {
  ALL_NODES_IN_USE,
  freePorts,
  type LogEntry,
  type Platform,
  ROOM_FOR_ONE_ADDRESS,
  refusedByRedis,
  startPlatform,
} from '@doushouqi/scripts';
import { closeRedis, connectRedis, createInternalClient, type RedisClient } from '@doushouqi/service-kit';
import { signTestToken } from '@doushouqi/service-kit/testing';
import { Queue } from 'bullmq';
import { HeadlessPlayer } from './headless-player.ts';
import { type Line, openLine } from './line.ts';

/** Two headless players of one room on two realtime nodes; red's connection uses a line with faults. */
export interface Table {
  roomId: string;
  clients: readonly [HeadlessPlayer, HeadlessPlayer];
  apis: readonly [ApiClient, ApiClient];
  users: readonly [string, string];
}

/** The whole product with two realtime nodes and two timekeepers, without browsers. */
export interface Arena {
  platform: Platform;
  line: Line;
  redis: RedisClient;
  store: RoomStore;
  clocks: Queue;
  archive: Queue;
  /** Every table so far. */
  tables: readonly Table[];
  /** Opens a table with a new game. */
  table(): Promise<Table>;
  /** Opens a table with a new rated game. */
  ratedTable(): Promise<Table & { gameId: string }>;
  /** Reconnects the players of another arena's table to its room in this arena. */
  seatAgain(table: Table): Promise<Table>;
  /** Sets the time left of both sides in a running game, ms. */
  shorten(roomId: string, ms: number): Promise<void>;
  /** The user's archived games. */
  records(api: ApiClient): Promise<GameRecord[]>;
  stop(): Promise<void>;
}

const APART_DEADLINE_MS = 60_000;
/** Number of spare connections, below the limit on a user's sockets. */
const MOST_SPARE = 6;

/** Retries while the platform is unavailable. */
export async function insist<T>(call: () => Promise<T>, ms = 60_000): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (!passing || Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}

/** `dataDir`: continues with existing data. */
export async function startArena(dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-arena-'))): Promise<Arena> {
  // No browser is used, so the web is not built.
  writeFileSync(join(dataDir, 'index.html'), '');
  const [port = 0] = await freePorts(1);
  const platform = await startPlatform({
    dataDir,
    port,
    replicas: { timekeeper: 2 },
    webDist: dataDir,
    env: { ...ROOM_FOR_ONE_ADDRESS, ...ALL_NODES_IN_USE },
    log: ({ process: name, level, message, details }: LogEntry) => {
      if (process.env.ARENA_LOG && (level === 'warn' || level === 'error'))
        console.log(`${Date.now()} ${name}: ${message} ${JSON.stringify(details)}`);
    },
  });
  const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
  const redis = connectRedis(platform.redisUrl, { role: 'queue' });
  const store = createRoomStore(redis);
  const live = createLiveRooms(redis);
  const [clocks, archive] = [ROOM_QUEUE, ARCHIVE_QUEUE].map((name) => {
    const queue = new Queue(name, { connection: redis, prefix: QUEUE_PREFIX });
    queue.on('error', () => undefined);
    return queue;
  }) as [Queue, Queue];
  const line = await openLine(platform.url);
  const seats: HeadlessPlayer[] = [];
  const tables: Table[] = [];

  const apiOf = (userId: string): ApiClient => {
    const token = signTestToken(userId, privateKey);
    return createApiClient({ routes: PUBLIC_ROUTES, baseUrl: `${platform.url}/api`, token: () => token });
  };

  /**
   * Connects blue until the gateway, which counts connections, chooses another node than red's. Spare connections
   * stay open in between, so that they count.
   */
  const apart = async (red: HeadlessPlayer, connectBlue: () => HeadlessPlayer): Promise<HeadlessPlayer> => {
    const deadline = Date.now() + APART_DEADLINE_MS;
    const spare: HeadlessPlayer[] = [];
    for (;;) {
      const blue = connectBlue();
      await blue.inRoom();
      if (blue.node !== red.node || Date.now() > deadline) {
        for (const client of spare) client.close();
        if (blue.node !== red.node) return blue;
        throw new Error(`both players only ever get ${red.node}`);
      }
      if (spare.push(blue) > MOST_SPARE) spare.shift()?.close();
      await delay(200);
    }
  };

  const seatBoth = async (roomId: string, users: Table['users']): Promise<Table> => {
    const seat = (url: string, side: Side): HeadlessPlayer => {
      const userId = users[SIDES.indexOf(side)]!;
      const token = signTestToken(userId, privateKey);
      const client = new HeadlessPlayer({ url, token, roomId, userId });
      seats.push(client);
      return client;
    };
    const red = seat(line.url, 'red');
    await red.inRoom();
    const blue = await apart(red, () => seat(platform.url, 'blue'));
    const table: Table = { roomId, users, clients: [red, blue], apis: [apiOf(users[0]), apiOf(users[1])] };
    tables.push(table);
    return table;
  };

  return {
    platform,
    line,
    redis,
    store,
    clocks,
    archive,
    tables,
    async table() {
      const roomId = randomBytes(6).toString('hex');
      const users = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')] as const;
      for (const user of users) await insist(() => apiOf(user).joinRoom({ body: { roomId } }));
      return seatBoth(roomId, users);
    },
    async ratedTable() {
      const [roomId, gameId] = [randomBytes(6).toString('hex'), randomBytes(12).toString('hex')];
      const users: [string, string] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
      const room = createInternalClient({
        baseUrl: `http://127.0.0.1:${platform.processes.get('room')!.port}`,
        token: readFileSync(join(platform.keysDir, 'service-token'), 'utf8').trim(),
      });
      const body = { roomId, gameId, kind: 'rated', players: users, timeControl: TIME_CONTROLS[0]! } as const;
      await insist(() => room.call(ROUTES.createPairedRoom, { body }));
      return { ...(await seatBoth(roomId, users)), gameId };
    },
    seatAgain: ({ roomId, users }) => seatBoth(roomId, users),
    async shorten(roomId, ms) {
      for (;;) {
        const room = await store.load(roomId);
        if (!room || !isPlaying(room)) throw new Error(`no game runs in ${roomId}`);
        const { committed } = await store.commit(room, ...shortened(room, ms, Date.now()));
        if (!committed) continue;
        await live.enter(roomId, Date.now());
        await rearm(clocks, room.header.gameId, ms);
        return;
      }
    },
    records: async (api) =>
      (await insist(() => api.listRecords({ query: { limit: RECORDS_PER_PAGE } }))).records,
    async stop() {
      for (const seat of seats) seat.close();
      await line.close();
      await Promise.all([clocks.close(), archive.close()]);
      await closeRedis(redis);
      const refused = await refusedByRedis(platform.redisUrl);
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
      // Redis counts refusals since its last start.
      if (refused.length > 0) throw new Error(`services lack rights in Redis: ${refused.join('; ')}`);
    },
  };
}

/** Returns the room after an ordinary update of its clock, and that update. */
function shortened(
  room: Room,
  ms: number,
  now: number,
): Parameters<RoomStore['commit']> extends [unknown, ...infer Rest] ? Rest : never {
  const event = {
    type: 'gameStateUpdate',
    roomId: room.id,
    v: room.v + 1,
    at: now,
    ...room.header,
    timeLeft: { red: ms, blue: ms },
    lastMoveTime: now,
  } as const;
  return [evolve(room, event), [event]];
}

/** Reschedules the game's job, which was set to the full clock, to the end of the short one. */
async function rearm(clocks: Queue, gameId: string, ms: number): Promise<void> {
  const id = `clock-${gameId}`;
  for (;;) {
    const job = await clocks.getJob(id);
    if (job) return await job.changeDelay(ms);
    await delay(20);
  }
}
