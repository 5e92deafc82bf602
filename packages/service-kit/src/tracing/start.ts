import type { IncomingMessage } from 'node:http';
import { context, propagation, type TextMapPropagator, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type Instrumentation, registerInstrumentations } from '@opentelemetry/instrumentation';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { SocketIoInstrumentation } from '@opentelemetry/instrumentation-socket.io';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import { samplerOf } from './sampler.ts';

/** Modules that are wrapped while they are loaded; `fetch` reports its requests by itself. */
const INSTRUMENTED = ['http', 'https', 'express', 'ioredis', 'mongodb', 'socket.io'] as const;

/** Probes, scrapes and long polls of half a minute are not traced: their traces have no use. */
const UNTRACED = /^\/(healthz|readyz|metrics|socket\.io)/;

/** Returns the room of a socket message. */
function roomIn(payload: readonly unknown[]): string | undefined {
  const { roomId } = (payload[0] ?? {}) as { roomId?: unknown };
  return typeof roomId === 'string' ? roomId.slice(0, 20) : undefined;
}

function createInstrumentations(): Instrumentation[] {
  return [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: (req: IncomingMessage) => UNTRACED.test(req.url ?? ''),
      // Requests without a parent span are background work, not part of a user's request.
      requireParentforOutgoingSpans: true,
    }),
    new UndiciInstrumentation({ requireParentforSpans: true }),
    new ExpressInstrumentation({
      ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER],
    }),
    // Commands are recorded without arguments, because keys contain account and user names. The span of the message
    // has the room.
    new IORedisInstrumentation({ dbStatementSerializer: (command) => command }),
    new MongoDBInstrumentation({ requireParentSpan: true }),
    new SocketIoInstrumentation({
      onHook(span, { payload }) {
        const roomId = roomIn(payload);
        if (roomId !== undefined) span.setAttribute('doushouqi.room_id', roomId);
      },
    }),
  ];
}

let provider: TracerProvider | undefined;

/** Clients must not decide which requests are traced, so the gateway starts its own traces. */
function propagatorOf(service: string): TextMapPropagator {
  const w3c = new W3CTraceContextPropagator();
  if (service !== 'gateway') return w3c;
  return {
    fields: () => w3c.fields(),
    inject: (...args) => w3c.inject(...args),
    extract: (given) => given,
  };
}

/**
 * Traces this process and sends the spans to `OTEL_EXPORTER_OTLP_ENDPOINT` (OTLP over HTTP, JSON), as the standard
 * variables configure. Call it before any traced module is loaded.
 */
export function startTracing(service: string): void {
  register({ include: [...INSTRUMENTED] });
  const named = resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || service });
  const delay = Number(process.env.OTEL_BSP_SCHEDULE_DELAY);
  provider = new TracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(process.env),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        ...(delay > 0 ? { scheduledDelayMillis: delay } : {}),
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(propagatorOf(service));
  registerInstrumentations({ tracerProvider: provider, instrumentations: createInstrumentations() });
}

/** Sends the remaining spans. */
export async function stopTracing(): Promise<void> {
  await provider?.shutdown();
}
