import type { ErrorCode, FinishedGame } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import type { RoomCommand } from '@doushouqi/room';
import {
  createLiveRooms,
  createRoomCommands,
  createRoomJobs,
  createRoomStore,
  type RoomJobs,
} from '@doushouqi/room-core';
import { closeRedis, connectRedis, errorOf, route } from '@doushouqi/service-kit';
import { startPeer, startTestRedis, startTestService, type TestRedis } from '@doushouqi/service-kit/testing';
import { service } from '../src/service.ts';

export const RED = 'a'.repeat(24);
export const BLUE = 'b'.repeat(24);
const AT_START = { rating: 1500, deviation: 350 };
export const RATINGS = {
  red: { before: AT_START, after: { rating: 1338, deviation: 290 } },
  blue: { before: AT_START, after: { rating: 1662, deviation: 290 } },
};

/** Stores the finished games that a service receives, or refuses them with `refuseWith`. */
class Taker<Game> {
  /** Every accepted call, including repeated ones. */
  readonly taken: Game[] = [];
  refuseWith: ErrorCode | null = null;
  calls = 0;

  take<Reply>(game: Game, reply: Reply): Reply {
    this.calls += 1;
    if (this.refuseWith !== null) throw errorOf(this.refuseWith);
    this.taken.push(game);
    return reply;
  }
}

/** Drops all jobs of a command. */
export const lostJobs: RoomJobs = {
  watchClock: async () => undefined,
  watchReminder: async () => undefined,
  forgetGame: async () => undefined,
  watchAbsence: async () => undefined,
  forgetAbsence: async () => undefined,
  watchSpectators: async () => undefined,
  deliver: async () => undefined,
};

/**
 * Starts rooms on a new or given Redis, which is stopped at the end, and fake services that receive finished games.
 */
export async function startTable(given?: TestRedis) {
  const [record, rating, pairing, tournament] = [
    new Taker<FinishedGame>(),
    new Taker<FinishedGame>(),
    new Taker<{ gameId: string }>(),
    new Taker<{ gameId: string }>(),
  ];
  const [server, ...peers] = await Promise.all([
    given ?? startTestRedis(),
    startPeer((app) =>
      route(app, ROUTES.archiveGame, { handler: ({ body }) => record.take(body, { recordId: 'kept' }) }),
    ),
    startPeer((app) =>
      route(app, ROUTES.rateGame, { handler: ({ body }) => rating.take(body, { ratings: RATINGS }) }),
    ),
    startPeer((app) =>
      route(app, ROUTES.endPairing, { handler: ({ body }) => pairing.take(body, { success: true }) }),
    ),
    startPeer((app) =>
      route(app, ROUTES.endTournamentGame, {
        handler: ({ body }) => tournament.take(body, { success: true }),
      }),
    ),
  ]);
  const redis = connectRedis(server.url, { role: 'command' });
  const queue = createRoomJobs(redis);
  const [store, live] = [createRoomStore(redis), createLiveRooms(redis)];
  const closers: (() => Promise<unknown>)[] = [];

  /** Executes a command as another process would, at `at` (epoch ms). */
  const execute = async (roomId: string, command: RoomCommand, at: number, jobs: RoomJobs = queue) => {
    const queued: Promise<void>[] = [];
    const awaited: RoomJobs = {
      watchClock: (...args) => queued[queued.push(jobs.watchClock(...args)) - 1]!,
      watchReminder: (...args) => queued[queued.push(jobs.watchReminder(...args)) - 1]!,
      forgetGame: (...args) => queued[queued.push(jobs.forgetGame(...args)) - 1]!,
      watchAbsence: (...args) => queued[queued.push(jobs.watchAbsence(...args)) - 1]!,
      forgetAbsence: (...args) => queued[queued.push(jobs.forgetAbsence(...args)) - 1]!,
      watchSpectators: (...args) => jobs.watchSpectators(...args),
      deliver: (...args) => queued[queued.push(jobs.deliver(...args)) - 1]!,
    };
    const commands = createRoomCommands({
      store,
      live,
      jobs: awaited,
      now: () => at,
      onJobFailed: () => undefined,
    });
    const result = await commands.execute(roomId, command);
    if (!result.ok) throw new Error(result.code);
    await Promise.all(queued);
  };

  return {
    /** Returns commands whose commits queue no jobs. `now` in epoch ms. */
    commandsAt: (now: () => number) =>
      createRoomCommands({ store, live, jobs: lostJobs, now, onJobFailed: () => undefined }),
    server,
    redis,
    store,
    live,
    record,
    rating,
    pairing,
    tournament,
    execute,
    /** Creates a room for both players, in which the game `game-<roomId>` begins at `at`. */
    pair(roomId: string, kind: 'paired' | 'rated', at: number, jobs?: RoomJobs): Promise<void> {
      const [players, timeControl] = [[RED, BLUE] as const, { initial: 5, increment: 3 }];
      const command = { type: 'pair', kind, players, timeControl, gameId: `game-${roomId}` } as const;
      return execute(roomId, command, at, jobs);
    },
    /** Seats both players, which starts the game `game-<roomId>` at `at`. */
    async seat(roomId: string, at: number, jobs?: RoomJobs): Promise<void> {
      for (const userId of [RED, BLUE]) {
        await execute(roomId, { type: 'join', userId, newGameId: `game-${roomId}` }, at, jobs);
      }
    },
    /** Starts a timekeeper. The default `sweepIntervalMs` is long, so that only the jobs run. */
    async start({ sweepIntervalMs = 3_600_000 } = {}) {
      const timekeeper = await startTestService(service, {
        redis: server,
        peers: { record: peers[0], rating: peers[1], pairing: peers[2], tournament: peers[3] },
        given: { sweepIntervalMs },
      });
      closers.push(timekeeper.stop);
      return timekeeper;
    },
    async stop(): Promise<void> {
      for (const close of closers) await close();
      await queue.close();
      await closeRedis(redis);
      await Promise.all([...peers, server].map((one) => one.stop()));
    },
  };
}

export type Table = Awaited<ReturnType<typeof startTable>>;
