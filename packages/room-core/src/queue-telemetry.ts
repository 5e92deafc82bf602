import type { Telemetry } from 'bullmq';

/** Carries a trace from whoever queues a job to whoever does it; undefined, and nothing loaded, where nobody traces. */
export const queueTelemetry: Telemetry | undefined = process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? new (await import('bullmq-otel')).BullMQOtel({ tracerName: 'doushouqi' })
  : undefined;
