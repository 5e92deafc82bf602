import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { API_TIMEOUT, type PublicService } from '@doushouqi/protocol';
import { type Logger, REQUEST_ID_HEADER } from '@doushouqi/service-kit';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import type { GatewayMetrics } from './metrics.ts';
import { sendRefusal, unavailable } from './responses.ts';

export interface UpstreamOptions {
  /** How long an upstream may be silent before the request fails, ms. */
  timeoutMs: number;
  /** Called when the upstream could not be reached or broke off before its answer was complete. */
  onFailure: (error: Error, req: IncomingMessage, answer: ServerResponse | Socket) => void;
  /** The head of an upstream's answer to a request came. */
  onAnswer?: (req: IncomingMessage, answer: IncomingMessage) => void;
  /** Both ends of a websocket, right after the upgrade. */
  onWebsocket?: (req: IncomingMessage, client: Socket, upstream: Socket) => void;
}

/** A proxy whose target is given with each request. */
export interface Upstream {
  forward(target: string, req: IncomingMessage, res: ServerResponse): void;
  upgrade(target: string, req: IncomingMessage, socket: Socket, head: Buffer): void;
  close(): void;
}

const UPGRADE_TIMEOUT_MS = 10_000;
/**
 * Less than the services keep an idle connection: one that its service closes just as a request is sent on it fails the
 * request. With a time of its own the agent also keeps to a shorter one that an upstream names. Milliseconds.
 */
const IDLE_MS = 50_000;

/**
 * http-proxy-middleware without its default plugins: they log a line for each request and answer errors in English
 * text. Its shared agent stops at 256 sockets, which long polling would use up, so each upstream has its own.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const targets = new WeakMap<IncomingMessage, string>();
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 256, timeout: IDLE_MS });
  const shared = {
    ejectPlugins: true,
    proxyTimeout: options.timeoutMs,
    router: (req: IncomingMessage) => targets.get(req) ?? '',
    plugins: [
      (proxy: Parameters<NonNullable<Parameters<typeof createProxyMiddleware>[0]['plugins']>[number]>[0]) => {
        proxy.on('error', (error, req, answer) => {
          if (req !== undefined && answer !== undefined) options.onFailure(error, req, answer);
        });
        proxy.on('proxyRes', (answer, req) => options.onAnswer?.(req, answer));
        // The client left first: nobody is there to answer.
        proxy.on('econnreset', () => undefined);
        proxy.on('proxyReqWs', (proxyReq, req, client) => {
          proxyReq.once('upgrade', (_response, upstream: Socket) => {
            tie(client, upstream);
            options.onWebsocket?.(req, client, upstream);
          });
        });
      },
    ],
  };
  const web: RequestHandler = createProxyMiddleware({ ...shared, agent });
  // A websocket owns its connection, so it takes none from the pool.
  const websocket: RequestHandler = createProxyMiddleware({
    ...shared,
    agent: false,
    upgradeTimeout: UPGRADE_TIMEOUT_MS,
  });
  return {
    forward(target, req, res) {
      targets.set(req, target);
      void web(req, res);
    },
    upgrade(target, req, socket, head) {
      targets.set(req, target);
      websocket.upgrade(req, socket, head);
    },
    close: () => agent.destroy(),
  };
}

/**
 * When one side is gone, so is the other, after what was already received has been passed on. The proxy's own pipes
 * pass on an orderly end but not a destroyed socket, which would leave the other half open.
 */
function tie(client: Socket, upstream: Socket): void {
  client.once('close', () => closeSoon(upstream));
  upstream.once('close', () => closeSoon(client));
}

const FLUSH_MS = 5_000;

/** Closes after the last bytes went out; a peer that does not take them is not waited for. */
function closeSoon(socket: Socket): void {
  if (socket.destroyed) return;
  const overdue = setTimeout(() => socket.destroy(), FLUSH_MS);
  socket.once('close', () => clearTimeout(overdue));
  socket.destroySoon();
}

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
