import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_TIMEOUT, type PublicService } from '@doushouqi/protocol';
import { type Logger, REQUEST_ID_HEADER } from '@doushouqi/service-kit';
import type { GatewayMetrics } from './metrics.ts';
import { sendRefusal, unavailable } from './responses.ts';
import { createUpstream } from './upstream.ts';

export interface ServiceProxy {
  forward(service: PublicService, req: IncomingMessage, res: ServerResponse): void;
  close(): void;
}

/** Browsers give up after `API_TIMEOUT`; a service that takes longer is as good as away. */
const SERVICE_TIMEOUT_MS = API_TIMEOUT + 2_000;

/** Carries `/api` to the services; one that is away is answered for with 503. */
export function createServiceProxy(options: {
  /** Base URL of each service. */
  urls: Record<PublicService, string>;
  logger: Logger;
  metrics: GatewayMetrics;
}): ServiceProxy {
  const { urls, logger, metrics } = options;
  const bound = new WeakMap<IncomingMessage, { service: PublicService; since: number }>();
  const upstream = createUpstream({
    timeoutMs: SERVICE_TIMEOUT_MS,
    onAnswer(req) {
      const { service, since } = bound.get(req) ?? {};
      if (service === undefined || since === undefined) return;
      metrics.upstreamDuration.observe({ upstream: service }, (performance.now() - since) / 1_000);
    },
    onFailure(error, req, answer) {
      const service = bound.get(req)?.service ?? 'unknown';
      metrics.upstreamFailures.inc({ upstream: service });
      const requestId = req.headers[REQUEST_ID_HEADER];
      logger.warn({ upstream: service, requestId, reason: error.message }, 'service is away');
      if ('writeHead' in answer) sendRefusal(req, answer, unavailable());
    },
  });
  return {
    forward(service, req, res) {
      bound.set(req, { service, since: performance.now() });
      upstream.forward(urls[service], req, res);
    },
    close: () => upstream.close(),
  };
}
