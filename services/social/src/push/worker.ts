import { randomUUID } from 'node:crypto';
import {
  PUSH_QUEUE,
  type PushJob,
  QUEUE_PREFIX,
  type SocialJob,
  type SocialJobName,
} from '@doushouqi/protocol';
import { queueTelemetry } from '@doushouqi/room-core/queue';
import type { Logger, Metrics, RedisClient } from '@doushouqi/service-kit';
import { type Job, Worker } from 'bullmq';
import { Counter } from 'prom-client';

/** Calls sent at a time. */
const CONCURRENCY = 16;

/** Counters of calls by Web Push. */
export interface PushMetrics {
  calls: Counter<'kind' | 'outcome'>;
}

export function createPushMetrics({ registry }: Pick<Metrics, 'registry'>): PushMetrics {
  const calls = new Counter({
    name: 'social_push_calls_total',
    help: 'Web Push calls, by kind and outcome: sent; gone, refused; failed (retried)',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  return { calls };
}

interface PushWorkerOptions {
  /** `maxRetriesPerRequest: null`. */
  connection: RedisClient;
  /** Returns the devices to call again. */
  call: (job: PushJob, queued: { at: number; requestId: string }) => Promise<string[]>;
  /** Notifies users of `gamesChanged`. */
  notifyGamesChanged: (userIds: readonly string[]) => void;
  logger: Logger;
}

/** A job by name and data. */
type AnyJob = {
  [Name in SocialJobName]: { name: Name } & Pick<Job<SocialJob[Name]>, 'data' | 'timestamp' | 'updateData'>;
}[SocialJobName];

async function work(job: AnyJob, { call, notifyGamesChanged }: PushWorkerOptions): Promise<void> {
  if (job.name === 'games') {
    notifyGamesChanged(job.data.userIds);
    return;
  }
  const only = await call(job.data, { at: job.timestamp, requestId: randomUUID() });
  if (only.length === 0) return;
  await job.updateData({ ...job.data, only });
  // The queue repeats it.
  throw new Error(`${only.length} devices were not reached`);
}

/** Starts the worker that sends the queued calls and notices. A retry reaches only the devices that failed. */
export function startPushWorker(
  options: PushWorkerOptions,
): Worker<SocialJob[SocialJobName], void, SocialJobName> {
  const { connection, logger } = options;
  const worker = new Worker<SocialJob[SocialJobName], void, SocialJobName>(
    PUSH_QUEUE,
    (job) => work(job as AnyJob, options),
    {
      prefix: QUEUE_PREFIX,
      connection,
      concurrency: CONCURRENCY,
      ...(queueTelemetry && { telemetry: queueTelemetry }),
    },
  );
  worker.on('error', (error) => logger.warn({ reason: error.message }, 'queue worker error'));
  return worker;
}
