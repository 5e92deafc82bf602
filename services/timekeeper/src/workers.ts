import {
  ARCHIVE_QUEUE,
  type GameJob,
  QUEUE_PREFIX,
  ROOM_QUEUE,
  type RoomJob,
  type RoomJobName,
} from '@doushouqi/protocol';
import { RECEIVERS, type Receiver } from '@doushouqi/protocol/server';
import {
  type PushNotifications,
  queueTelemetry,
  RETRY_SETTINGS,
  type RoomCommands,
  type RoomStore,
} from '@doushouqi/room-core';
import type { Presence } from '@doushouqi/room-core/presence';
import type { Logger, RedisClient } from '@doushouqi/service-kit';
import { trace } from '@opentelemetry/api';
import { DelayedError, type Processor, Worker, type WorkerOptions } from 'bullmq';
import { watchAbsence, watchClock, watchReminder, watchSpectators } from './checks.ts';
import { type DeliveryOptions, deliverGame } from './deliver-games.ts';
import type { TimekeeperMetrics } from './metrics.ts';

interface OwnWorkerOptions {
  /** `maxRetriesPerRequest: null`. */
  connection: RedisClient;
  metrics: Pick<TimekeeperMetrics, 'jobs' | 'failures'>;
  logger: Logger;
}

/** Jobs of a killed process are taken over, and lost connections retried, within seconds. */
const WORKER_OPTIONS = {
  prefix: QUEUE_PREFIX,
  concurrency: 32,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 100,
  runRetryDelay: 500,
  settings: RETRY_SETTINGS,
} as const satisfies Partial<WorkerOptions>;

/** Creates a worker that counts and logs failures. */
function createWorker<Data extends { roomId: string }, Name extends string>(
  queue: string,
  work: Processor<Data, void, Name>,
  { connection, metrics, logger }: OwnWorkerOptions,
): Worker<Data, void, Name> {
  const timed: typeof work = async (job, ...rest) => {
    trace.getActiveSpan()?.setAttribute('doushouqi.room_id', job.data.roomId);
    const end = metrics.jobs.startTimer({ queue });
    await work(job, ...rest).finally(end);
  };
  const worker = new Worker<Data, void, Name>(queue, timed, {
    ...WORKER_OPTIONS,
    connection,
    ...(queueTelemetry && { telemetry: queueTelemetry }),
  });
  worker.on('error', (error) => logger.warn({ reason: error.message }, 'queue worker error'));
  worker.on('failed', (job, error) => {
    metrics.failures.inc({ queue });
    logger.warn({ queue, jobId: job?.id, roomId: job?.data.roomId, reason: error.message }, 'job failed');
  });
  return worker;
}

/** A job of the room queue, by name and data. */
type AnyRoomJob = { [Name in RoomJobName]: { name: Name; data: RoomJob[Name] } }[RoomJobName];

interface RoomWork {
  commands: RoomCommands;
  store: Pick<RoomStore, 'load'>;
  pushNotifications: Pick<PushNotifications, 'send'>;
  presence: Pick<Presence, 'attendees'>;
  /** Returns from when on (epoch ms) verdicts are given. */
  verdictsFrom: () => number;
  /** Epoch ms. */
  now: () => number;
}

/** Executes a job. Returns when to check again (epoch ms), or null for never. */
async function lookFor(
  { commands, store, pushNotifications, presence, verdictsFrom, now }: RoomWork,
  { name, data }: AnyRoomJob,
): Promise<number | null> {
  if (now() < verdictsFrom()) return verdictsFrom();
  switch (name) {
    case 'clock':
      return watchClock(commands, data, now);
    case 'reminder':
      return watchReminder({ store, pushNotifications, now }, data);
    case 'absence':
      return watchAbsence(commands, data, now);
    case 'spectators':
      return watchSpectators({ presence, commands, now }, data);
  }
}

/** Creates the worker of scheduled room checks. */
export function createRoomWorker(
  work: RoomWork,
  options: OwnWorkerOptions,
): Worker<RoomJob[RoomJobName], void, RoomJobName> {
  return createWorker<RoomJob[RoomJobName], RoomJobName>(
    ROOM_QUEUE,
    async (job, token) => {
      const again = await lookFor(work, job as AnyRoomJob);
      if (again === null) return;
      await job.moveToDelayed(again, token);
      throw new DelayedError();
    },
    options,
  );
}

interface DeliveryWork extends Omit<DeliveryOptions, 'onRefused'> {
  metrics: Pick<TimekeeperMetrics, 'refusedGames'>;
}

/** Creates the worker that delivers finished games. */
export function createDeliveryWorker(
  { metrics, ...work }: DeliveryWork,
  options: OwnWorkerOptions,
): Worker<GameJob, void, Receiver> {
  const onRefused: DeliveryOptions['onRefused'] = ({ gameId, roomId }, receiver, { code }) => {
    metrics.refusedGames.inc();
    options.logger.error({ gameId, roomId, receiver, code }, 'a finished game is refused');
  };
  return createWorker<GameJob, Receiver>(
    ARCHIVE_QUEUE,
    async ({ name, data }) => {
      // A job of an older version is for all receivers.
      const receivers = RECEIVERS.filter((one) => one === name || (name as string) === 'archive');
      for (const receiver of receivers) await deliverGame({ ...work, onRefused }, { ...data, receiver });
    },
    options,
  );
}
