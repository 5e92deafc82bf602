import { randomUUID } from 'node:crypto';
import { PUSH_QUEUE, type PushJob, QUEUE_PREFIX } from '@doushouqi/protocol';
import { queueTelemetry } from '@doushouqi/room-core/queue';
import type { Logger, Metrics, RedisClient } from '@doushouqi/service-kit';
import { Worker } from 'bullmq';
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
  logger: Logger;
}

/** Starts the worker that sends the queued calls. A retry reaches only the devices that failed. */
export function startPushWorker({
  connection,
  call,
  logger,
}: PushWorkerOptions): Worker<PushJob, void, 'call'> {
  const worker = new Worker<PushJob, void, 'call'>(
    PUSH_QUEUE,
    async (job) => {
      const only = await call(job.data, { at: job.timestamp, requestId: randomUUID() });
      if (only.length === 0) return;
      await job.updateData({ ...job.data, only });
      // The queue repeats it.
      throw new Error(`${only.length} devices were not reached`);
    },
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
