import { QUEUE_PREFIX } from '@doushouqi/protocol';
import { type ConnectionOptions, Queue, type Telemetry } from 'bullmq';

/** Carries traces from the process that queues a job to the worker. Undefined without tracing; then nothing is loaded. */
export const queueTelemetry: Telemetry | undefined = process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? new (await import('bullmq-otel')).BullMQOtel({ tracerName: 'doushouqi' })
  : undefined;

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
