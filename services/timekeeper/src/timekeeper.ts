import { createPresence } from '@doushouqi/presence';
import {
  ARCHIVE_QUEUE,
  type ArchiveJob,
  QUEUE_PREFIX,
  ROOM_QUEUE,
  type RoomJob,
  type RoomJobName,
} from '@doushouqi/protocol';
import { createLiveRooms, createRoomDoor, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import { errorOf, type InternalClient, type Logger, type Metrics } from '@doushouqi/service-kit';
import { DelayedError, Queue, Worker, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { watchOutages } from './after-outage.ts';
import { archiveGames } from './archive-games.ts';
import { createLateness } from './lateness.ts';
import { createTimekeeperMetrics } from './metrics.ts';
import { createReaper } from './reap.ts';
import { repeat } from './repeat.ts';
import { sweep } from './sweep.ts';
import { watchAbsence, watchClock } from './watch-clock.ts';
import { watchSpectators } from './watch-spectators.ts';

export interface TimekeeperOptions {
  /** For commands, failing fast. */
  redis: Redis;
  /** For the workers: `maxRetriesPerRequest: null`. */
  workerRedis: Redis;
  record: InternalClient;
  metrics: Metrics;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  sweepIntervalMs: number;
  /** How late the oldest due job may be before this process is not ready. ms. */
  toleratedLatenessMs: number;
}

export interface Timekeeper {
  /** Rejects while jobs are late. */
  checkOnTime(): Promise<void>;
  /** Finishes the jobs in hand. */
  close(): Promise<void>;
}

/** A job of the room queue: its name says what it carries. */
type AnyRoomJob = { [Name in RoomJobName]: { name: Name; data: RoomJob[Name] } }[RoomJobName];

/** How often dead nodes are looked for. Milliseconds. */
const REAP_INTERVAL_MS = 2_000;

/** A killed process's jobs are taken over, and a lost connection tried again, within seconds. */
const WORKER_OPTIONS = {
  prefix: QUEUE_PREFIX,
  concurrency: 32,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 100,
  runRetryDelay: 500,
} as const satisfies Partial<WorkerOptions>;

/** Wakes up for clocks and finished games: two queue workers and a sweeper. Any number may run side by side. */
export const createTimekeeper = (options: TimekeeperOptions): Timekeeper => {
  const { redis, workerRedis, record, logger, now, sweepIntervalMs, toleratedLatenessMs } = options;
  const metrics = createTimekeeperMetrics(options.metrics);
  const store = createRoomStore(redis);
  const live = createLiveRooms(redis);
  const jobs = createRoomJobs(redis);
  const onJobFailed = (error: unknown): void =>
    logger.warn({ err: error }, 'job not queued; the sweeper will find the room');
  const door = createRoomDoor({ store, live, jobs, now, onJobFailed });

  const verdictsFrom = watchOutages(redis, now);
  const presence = createPresence(redis);
  /** Does what a job asks for; when to look again (epoch ms), or null for never. */
  const lookFor = async ({ name, data }: AnyRoomJob): Promise<number | null> => {
    if (now() < verdictsFrom()) return verdictsFrom();
    switch (name) {
      case 'clock':
        return watchClock(door, data, now);
      case 'absence':
        return watchAbsence(door, data, now);
      case 'spectators':
        await watchSpectators(presence, door, data);
        return null;
    }
  };
  const rooms = new Worker<RoomJob[RoomJobName], void, RoomJobName>(
    ROOM_QUEUE,
    async (job, token) => {
      const again = await lookFor(job as AnyRoomJob);
      metrics.jobs.inc({ queue: ROOM_QUEUE });
      if (again === null) return;
      await job.moveToDelayed(again, token);
      throw new DelayedError();
    },
    { ...WORKER_OPTIONS, connection: workerRedis },
  );
  const archive = new Worker<ArchiveJob>(
    ARCHIVE_QUEUE,
    async ({ data: { roomId } }) => {
      await archiveGames({ store, record, onPoison }, roomId);
      metrics.jobs.inc({ queue: ARCHIVE_QUEUE });
    },
    { ...WORKER_OPTIONS, connection: workerRedis },
  );
  const onPoison: Parameters<typeof archiveGames>[0]['onPoison'] = (game, error) => {
    metrics.poison.inc();
    const { gameId, roomId } = game;
    logger.error({ gameId, roomId, code: error.code }, 'the record service refuses a finished game');
  };
  for (const worker of [rooms, archive]) {
    worker.on('error', (error) => logger.warn({ reason: error.message }, 'queue worker error'));
    worker.on('failed', (job, error) => {
      metrics.failures.inc({ queue: worker.name });
      logger.warn({ queue: worker.name, jobId: job?.id, reason: error.message }, 'job failed');
    });
  }

  const queues = [ROOM_QUEUE, ARCHIVE_QUEUE].map(
    (name) => new Queue(name, { connection: redis, prefix: QUEUE_PREFIX }),
  );
  for (const queue of queues) queue.on('error', (error) => logger.debug({ err: error }, 'queue error'));
  const measureLateness = createLateness({ queues, live, now });
  const onFailed = (error: unknown, roomId: string): void =>
    logger.warn({ err: error, roomId }, 'could not look at a room');
  const stopSweeping = repeat(
    sweepIntervalMs,
    async () => {
      if (now() < verdictsFrom()) return;
      metrics.swept.inc(await sweep({ store, live, door, jobs, now, onFailed }));
      metrics.lateness.set((await measureLateness()) / 1000);
    },
    (error) => logger.warn({ reason: error instanceof Error ? error.message : error }, 'sweep failed'),
  );

  const reap = createReaper({
    presence,
    store,
    door,
    reach: () => redis.ping(),
    ticks: () => performance.now(),
    onFailed,
  });
  const stopReaping = repeat(
    REAP_INTERVAL_MS,
    async () => metrics.deadNodes.inc(await reap()),
    (error) =>
      logger.warn({ reason: error instanceof Error ? error.message : error }, 'could not see the nodes'),
  );

  return {
    async checkOnTime() {
      const late = await measureLateness();
      if (late > toleratedLatenessMs) throw errorOf('UNAVAILABLE', { message: `jobs are ${late} ms late` });
    },
    async close() {
      await Promise.all([stopSweeping(), stopReaping()]);
      await Promise.all([rooms.close(), archive.close()]);
      await Promise.all([...queues.map((queue) => queue.close()), jobs.close()]);
    },
  };
};
