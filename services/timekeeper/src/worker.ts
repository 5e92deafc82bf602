import { QUEUE_PREFIX } from '@doushouqi/protocol';
import { queueTelemetry } from '@doushouqi/room-core';
import type { Logger, RedisClient } from '@doushouqi/service-kit';
import { trace } from '@opentelemetry/api';
import { type Processor, Worker, type WorkerOptions } from 'bullmq';
import type { TimekeeperMetrics } from './metrics.ts';

export interface OwnWorkerOptions {
  /** `maxRetriesPerRequest: null`. */
  connection: RedisClient;
  metrics: Pick<TimekeeperMetrics, 'jobs' | 'failures'>;
  logger: Logger;
}

/** A killed process's jobs are taken over, and a lost connection tried again, within seconds. */
const WORKER_OPTIONS = {
  prefix: QUEUE_PREFIX,
  concurrency: 32,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 100,
  runRetryDelay: 500,
} as const satisfies Partial<WorkerOptions>;

/** A worker of a queue whose failures are counted and logged. */
export function createWorker<Data extends { roomId: string }, Name extends string>(
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
