import { ARCHIVE_QUEUE, QUEUE_PREFIX, ROOM_QUEUE } from '@doushouqi/protocol';
import {
  createGameNotices,
  createLiveRooms,
  createPlaces,
  createPushNotifications,
  createRoomCommands,
  createRoomJobs,
  createRoomMetrics,
  createRoomStore,
} from '@doushouqi/room-core';
import { createPresence } from '@doushouqi/room-core/presence';
import {
  confirmOf,
  errorOf,
  type Logger,
  type Metrics,
  type RedisClient,
  type RedisWatch,
  type Repeated,
  repeat,
  watchOf,
} from '@doushouqi/service-kit';
import { Queue } from 'bullmq';
import { type CleanupOptions, DeadNodeCleanup } from './dead-nodes.ts';
import type { Receivers } from './deliver-games.ts';
import { LatenessMeter, watchQueues, worstOf } from './lateness.ts';
import { createRedisServerWatch, createTimekeeperMetrics } from './metrics.ts';
import { type SweepOptions, sweep } from './sweep.ts';
import { createDeliveryWorker, createRoomWorker } from './workers.ts';

/**
 * After an outage of Redis the realtime nodes compensate the games (docs/clocks.md). Until then no verdict is given,
 * because jobs fell due while moves were impossible. Milliseconds.
 */
const PATIENCE_MS = 2_500;
/** Maximum compensation; a longer partial outage of a cluster does not delay the other parts. Milliseconds. */
const LONGEST_MS = 60_000;

/** Records outages of Redis. */
class OutageWatch {
  readonly #watch: RedisWatch;
  readonly #now: () => number;
  #lostAt = 0;
  #verdictsFrom = 0;

  constructor(redis: RedisClient, now: () => number) {
    this.#watch = watchOf(redis);
    this.#now = now;
    this.#watch.on('away', () => {
      if (this.#watch.away.size === 1) this.#lostAt = now();
    });
    this.#watch.on('back', () => {
      this.#verdictsFrom = now() + PATIENCE_MS;
    });
  }

  /** Returns from when on (epoch ms) verdicts are given: in the future while an outage is compensated. */
  verdictsFrom(): number {
    const isWaiting = this.#watch.away.size > 0 && this.#now() < this.#lostAt + LONGEST_MS;
    return isWaiting ? this.#now() + PATIENCE_MS : this.#verdictsFrom;
  }
}

interface TimekeeperOptions {
  receivers: Receivers;
  /** For commands, failing fast. */
  redis: RedisClient;
  /** For the workers: `maxRetriesPerRequest: null`. */
  workerRedis: RedisClient;
  metrics: Metrics;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  sweepIntervalMs: number;
  /** Lateness of the oldest due job from which this process is not ready. Milliseconds. */
  toleratedLatenessMs: number;
}

export interface Timekeeper {
  /** Rejects while jobs are late. */
  checkOnTime(): Promise<void>;
  /** Finishes running jobs. */
  close(): Promise<void>;
}

/** Interval of checks for dead nodes. Milliseconds. */
const DEAD_NODE_INTERVAL_MS = 2_000;

function reasonOf(error: unknown): unknown {
  return error instanceof Error ? error.message : error;
}

/** Opens the rooms and the notifications about their work. */
function openRooms({ redis, logger, metrics, now }: TimekeeperOptions) {
  const store = createRoomStore(redis, { confirm: confirmOf(redis) });
  const live = createLiveRooms(redis);
  const outages = new OutageWatch(redis, now);
  const [jobs, pushNotifications] = [createRoomJobs(redis), createPushNotifications(redis, logger)];
  const onJobFailed = (error: unknown): void =>
    logger.warn({ err: error }, 'job not queued; the sweeper will find the room');
  return {
    store,
    live,
    jobs,
    commands: createRoomCommands({
      store,
      live,
      jobs,
      now,
      // Its commands free seats and take none.
      places: createPlaces(redis, { load: store.load, perAddress: 0, now }),
      metrics: createRoomMetrics(metrics.registry),
      onCommitted: createGameNotices(pushNotifications),
      onJobFailed,
    }),
    pushNotifications,
    presence: createPresence(redis),
    verdictsFrom: () => outages.verdictsFrom(),
    metrics: createTimekeeperMetrics(metrics),
    onFailed: (error: unknown, roomId: string): void =>
      logger.warn({ err: error, roomId }, 'could not look at a room'),
  };
}

type Rooms = ReturnType<typeof openRooms>;

function openQueues({ redis, logger }: TimekeeperOptions): Queue[] {
  return [ROOM_QUEUE, ARCHIVE_QUEUE].map((name) => {
    const queue = new Queue(name, { connection: redis, prefix: QUEUE_PREFIX });
    queue.on('error', (error) => logger.debug({ err: error }, 'queue error'));
    return queue;
  });
}

/** Sweeps rooms periodically. */
function startSweeping(
  { sweepIntervalMs, logger, now }: TimekeeperOptions,
  { metrics, verdictsFrom, ...rooms }: Rooms,
  watch: () => Promise<unknown>,
): Repeated {
  const options: SweepOptions = { ...rooms, now };
  const work = async (): Promise<void> => {
    if (now() < verdictsFrom()) return;
    metrics.swept.inc(await sweep(options));
    await watch();
    metrics.sweptAt.set(now() / 1_000);
  };
  return repeat(
    () => sweepIntervalMs,
    work,
    (error) => logger.warn({ reason: reasonOf(error) }, 'sweep failed'),
  );
}

/** Checks for dead nodes periodically. */
function startDeadNodeCleanup({ logger }: TimekeeperOptions, rooms: Rooms): Repeated {
  const { presence, store, commands, onFailed, metrics } = rooms;
  const options: CleanupOptions = {
    presence,
    store,
    commands,
    reach: () => presence.livingNodes(),
    ticks: () => performance.now(),
    onFailed,
  };
  const cleanup = new DeadNodeCleanup(options);
  return repeat(
    () => DEAD_NODE_INTERVAL_MS,
    async () => metrics.deadNodes.inc(await cleanup.run()),
    (error) => logger.warn({ reason: reasonOf(error) }, 'could not see the nodes'),
  );
}

/** Creates a timekeeper: queue workers and a sweeper. Safe in any number of processes. */
export function createTimekeeper(options: TimekeeperOptions): Timekeeper {
  const { workerRedis, receivers, logger, now, toleratedLatenessMs } = options;
  const rooms = openRooms(options);
  const queues = openQueues(options);
  const lateness = new LatenessMeter({ queues, live: rooms.live, now });
  const workerOptions = { connection: workerRedis, metrics: rooms.metrics, logger };
  const workers = [
    createRoomWorker({ ...rooms, now }, workerOptions),
    createDeliveryWorker({ ...rooms, receivers }, workerOptions),
  ];
  const watchServer = createRedisServerWatch(options.metrics, options.redis);
  const sweeper = startSweeping(options, rooms, () =>
    Promise.all([watchQueues({ queues, lateness, metrics: rooms.metrics, now }), watchServer()]),
  );
  const cleanup = startDeadNodeCleanup(options, rooms);
  return {
    async checkOnTime() {
      const late = worstOf(await lateness.measure());
      if (late > toleratedLatenessMs) throw errorOf('UNAVAILABLE', { message: `jobs are ${late} ms late` });
    },
    async close() {
      await Promise.all([sweeper.stop(), cleanup.stop()]);
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues, rooms.jobs, rooms.pushNotifications].map((queue) => queue.close()));
    },
  };
}
