import { QUEUE_PREFIX } from '@doushouqi/protocol';
import { type ConnectionOptions, type JobsOptions, Queue, type Telemetry } from 'bullmq';

/** Carries traces from the process that queues a job to the worker. Undefined without tracing; then nothing is loaded. */
export const queueTelemetry: Telemetry | undefined = process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? new (await import('bullmq-otel')).BullMQOtel({ tracerName: 'doushouqi' })
  : undefined;

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;

/**
 * Options of a job that retries until it is done, so that no outage loses it. Its worker has `RETRY_SETTINGS`: the
 * backoff doubles up to 10 s, so the work is done within seconds of the end of an outage of any length.
 */
export const RETRY_UNTIL_DONE = {
  attempts: 1_000_000_000,
  backoff: { type: 'capped' },
} as const satisfies JobsOptions;

/** Settings of the workers of such jobs. A random half of the delay spreads the jobs of an outage. */
export const RETRY_SETTINGS = {
  backoffStrategy: (attemptsMade: number): number =>
    Math.min(FIRST_RETRY_MS * 2 ** (attemptsMade - 1), LONGEST_RETRY_MS) * (1 - Math.random() / 2),
};

/** Opens the producer side of a queue. */
export function openQueue<Job, Name extends string>(
  name: string,
  connection: ConnectionOptions,
): Queue<Job, void, Name> {
  const queue = new Queue<Job, void, Name>(name, {
    connection,
    prefix: QUEUE_PREFIX,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    ...(queueTelemetry && { telemetry: queueTelemetry }),
  });
  // The connection's owner handles outages, and `add` rejects. Without a listener BullMQ also writes them to stderr.
  queue.on('error', () => undefined);
  return queue;
}
