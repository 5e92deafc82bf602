import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { API_TIMEOUT, type PublicService } from '@doushouqi/protocol';
import { type Logger, REQUEST_ID_HEADER } from '@doushouqi/service-kit';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import type { GatewayMetrics } from './metrics.ts';
import { sendRefusal, unavailable } from './responses.ts';

export interface UpstreamOptions {
  /** Longest silence of an upstream before the request fails, ms. */
  timeoutMs: number;
  /** Called if the upstream is unreachable or its response is incomplete. */
  onFailure: (error: Error, req: IncomingMessage, answer: ServerResponse | Socket) => void;
  /** Called with the head of an upstream's response. */
  onAnswer?: (req: IncomingMessage, answer: IncomingMessage) => void;
  /** Called with both ends of a websocket after the upgrade. */
  onWebsocket?: (req: IncomingMessage, client: Socket, upstream: Socket) => void;
}

/** A proxy with a target per request. */
export interface Upstream {
  forward(target: string, req: IncomingMessage, res: ServerResponse): void;
  upgrade(target: string, req: IncomingMessage, socket: Socket, head: Buffer): void;
  close(): void;
}

const UPGRADE_TIMEOUT_MS = 10_000;
/**
 * Shorter than the idle timeout of services: a request on a connection that its service is closing fails. The
 * agent also respects a shorter timeout of an upstream. Milliseconds.
 */
const IDLE_MS = 50_000;

/**
 * http-proxy-middleware without its default plugins, which log each request and answer errors in English. Its
 * shared agent has 256 sockets, too few for long polling, so each upstream has its own.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const targets = new WeakMap<IncomingMessage, string>();
  const pool = { keepAlive: true, maxFreeSockets: 256, timeout: IDLE_MS };
  const [plainAgent, secureAgent] = [new http.Agent(pool), new https.Agent(pool)];
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
        // The client has disconnected.
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
  const plain = proxiesOf({ ...shared, agent: plainAgent });
  // Name and certificate of a server with TLS are those of its address: Node takes the name from `Host`.
  const secure = proxiesOf({ ...shared, agent: secureAgent, changeOrigin: true });
  const proxiesTo = (target: string) => (target.startsWith('https:') ? secure : plain);
  return {
    forward(target, req, res) {
      targets.set(req, target);
      void proxiesTo(target).web(req, res);
    },
    upgrade(target, req, socket, head) {
      targets.set(req, target);
      proxiesTo(target).websocket.upgrade(req, socket, head);
    },
    close() {
      plainAgent.destroy();
      secureAgent.destroy();
    },
  };
}

/** Creates the proxy of requests, and that of websockets: each owns its connection and takes none from the pool. */
function proxiesOf(options: Parameters<typeof createProxyMiddleware>[0]) {
  const web: RequestHandler = createProxyMiddleware(options);
  const websocket: RequestHandler = createProxyMiddleware({
    ...options,
    agent: false,
    upgradeTimeout: UPGRADE_TIMEOUT_MS,
  });
  return { web, websocket };
}

/**
 * Closes one side after the other, once received data has been sent. The proxy's pipes forward an orderly end
 * but not a destroyed socket, which would leave the other side open.
 */
function tie(client: Socket, upstream: Socket): void {
  client.once('close', () => closeSoon(upstream));
  upstream.once('close', () => closeSoon(client));
}

const FLUSH_MS = 5_000;

/** Closes after the last bytes are sent, without waiting for the peer to read them. */
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

/** Browsers time out after `API_TIMEOUT`; a slower service counts as unavailable. */
const SERVICE_TIMEOUT_MS = API_TIMEOUT + 2_000;

/** Forwards `/api` to the services; an unavailable one is answered with 503. */
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
