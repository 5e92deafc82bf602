import { context, propagation, type TextMapPropagator, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import { createInstrumentations, INSTRUMENTED } from './instrumentations.ts';
import { samplerOf } from './sampler.ts';

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
