import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FinishedGame } from '@doushouqi/protocol';
import { finishedGame, ROUTES } from '@doushouqi/protocol/server';
import type { RoomCommand } from '@doushouqi/room';
import {
  createLiveRooms,
  createRoomDoor,
  createRoomJobs,
  createRoomStore,
  type LiveRooms,
  type RoomJobs,
  type RoomStore,
} from '@doushouqi/room-core';
import {
  closeRedis,
  connectRedis,
  createInternalClient,
  createLogger,
  createMetrics,
  type RedisClient,
} from '@doushouqi/service-kit';
import { startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import { createTimekeeper, type Timekeeper } from '../src/timekeeper.ts';

export const RED = 'a'.repeat(24);
export const BLUE = 'b'.repeat(24);
const SERVICE_TOKEN = 'between-services';
const AT_START = { rating: 1500, deviation: 350 };
export const RATINGS = {
  red: { before: AT_START, after: { rating: 1338, deviation: 290 } },
  blue: { before: AT_START, after: { rating: 1662, deviation: 290 } },
};

/** A service that is told of finished games, keeps them in memory, and can be away, or refuse. */
export interface StandIn<Told = FinishedGame> {
  url: string;
  /** Every call that was taken, doubled ones too. */
  taken: Told[];
  /** What to answer instead of taking the game: a status and code. */
  refuseWith: { status: number; code: string } | null;
  calls: number;
  stop(): Promise<void>;
}

/** `reply`: what is answered to what was `told`. */
async function startStandIn<Told>(
  told: { parse(body: unknown): Told },
  reply: object,
): Promise<StandIn<Told>> {
  const standIn: StandIn<Told> = {
    url: '',
    taken: [],
    refuseWith: null,
    calls: 0,
    stop: async () => undefined,
  };
  const server: Server = createServer(async (request, response) => {
    standIn.calls += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const trusted = request.headers['x-service-token'] === SERVICE_TOKEN;
    const refusal = trusted ? standIn.refuseWith : { status: 401, code: 'UNAUTHORIZED' };
    if (!refusal) standIn.taken.push(told.parse(JSON.parse(Buffer.concat(chunks).toString())));
    response.writeHead(refusal?.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refusal ? { code: refusal.code, message: '' } : reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  standIn.stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return standIn;
}

export interface Kit {
  server: TestRedis;
  redis: RedisClient;
  store: RoomStore;
  live: LiveRooms;
  record: StandIn;
  rating: StandIn;
  pairing: StandIn<{ gameId: string }>;
  /** Does a command as some other door would, at a time of the test's choosing (epoch ms). */
  execute(roomId: string, command: RoomCommand, at: number, jobs?: RoomJobs): Promise<void>;
  /** Makes a room for both, in which the game `game-<roomId>` begins at `at`. */
  pair(roomId: string, kind: 'paired' | 'rated', at: number, jobs?: RoomJobs): Promise<void>;
  /** Seats both players, which starts the game `game-<roomId>` at `at`. */
  seat(roomId: string, at: number, jobs?: RoomJobs): Promise<void>;
  /** A timekeeper of its own; `sweepIntervalMs` long by default, so that only the jobs are at work. */
  start(options?: { sweepIntervalMs?: number }): Timekeeper & { logged: Record<string, unknown>[] };
  stop(): Promise<void>;
}

/** Queues nothing: the jobs of this command are lost. */
export const lostJobs: RoomJobs = {
  watchClock: async () => undefined,
  watchAbsence: async () => undefined,
  forgetAbsence: async () => undefined,
  watchSpectators: async () => undefined,
  archive: async () => undefined,
};

/** On a Redis of its own, or another one that it stops at the end. */
export async function startKit(given?: TestRedis): Promise<Kit> {
  const server = given ?? (await startTestRedis());
  const record = await startStandIn(finishedGame, { recordId: 'kept' });
  const rating = await startStandIn(finishedGame, { ratings: RATINGS });
  const pairing = await startStandIn(ROUTES.endPairing.body, { success: true });
  const redis = connectRedis(server.url, { role: 'command' });
  const queue = createRoomJobs(redis);
  const [store, live] = [createRoomStore(redis), createLiveRooms(redis)];
  const closers: (() => Promise<unknown>)[] = [];

  const execute: Kit['execute'] = async (roomId, command, at, jobs = queue) => {
    const queued: Promise<void>[] = [];
    const awaited: RoomJobs = {
      watchClock: (...args) => queued[queued.push(jobs.watchClock(...args)) - 1]!,
      watchAbsence: (...args) => queued[queued.push(jobs.watchAbsence(...args)) - 1]!,
      forgetAbsence: (...args) => queued[queued.push(jobs.forgetAbsence(...args)) - 1]!,
      watchSpectators: (...args) => jobs.watchSpectators(...args),
      archive: (...args) => queued[queued.push(jobs.archive(...args)) - 1]!,
    };
    const door = createRoomDoor({ store, live, jobs: awaited, now: () => at, onJobFailed: () => undefined });
    const result = await door.execute(roomId, command);
    if (!result.ok) throw new Error(result.code);
    await Promise.all(queued);
  };

  return {
    server,
    redis,
    store,
    live,
    record,
    rating,
    pairing,
    execute,
    pair: (roomId, kind, at, jobs) =>
      execute(
        roomId,
        {
          type: 'pair',
          kind,
          players: [RED, BLUE],
          timeControl: { initial: 5, increment: 3 },
          gameId: `game-${roomId}`,
        },
        at,
        jobs,
      ),
    async seat(roomId, at, jobs) {
      for (const userId of [RED, BLUE]) {
        await execute(roomId, { type: 'join', userId, newGameId: `game-${roomId}` }, at, jobs);
      }
    },
    start({ sweepIntervalMs = 3_600_000 } = {}) {
      const logged: Record<string, unknown>[] = [];
      const commands = connectRedis(server.url, { role: 'command' });
      const workerRedis = connectRedis(server.url, { role: 'queue' });
      const timekeeper = createTimekeeper({
        redis: commands,
        workerRedis,
        record: createInternalClient({ baseUrl: record.url, token: SERVICE_TOKEN }),
        rating: createInternalClient({ baseUrl: rating.url, token: SERVICE_TOKEN }),
        pairing: createInternalClient({ baseUrl: pairing.url, token: SERVICE_TOKEN }),
        metrics: createMetrics('test'),
        logger: createLogger(
          { name: 'test' },
          { write: (line: string) => void logged.push(JSON.parse(line)) },
        ),
        now: Date.now,
        sweepIntervalMs,
        toleratedLatenessMs: 2_000,
      });
      let closed: Promise<void> | undefined;
      const close = (): Promise<void> => {
        closed ??= timekeeper.close().then(async () => {
          await Promise.all([closeRedis(commands), closeRedis(workerRedis)]);
        });
        return closed;
      };
      closers.push(close);
      return { ...timekeeper, close, logged };
    },
    async stop() {
      for (const close of closers) await close();
      await queue.close();
      await closeRedis(redis);
      await Promise.all([record.stop(), rating.stop(), pairing.stop()]);
      await server.stop();
    },
  };
}
