import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { API_TIMEOUT } from '@doushouqi/protocol';
import {
  assignRequestId,
  type Logger,
  REQUEST_ID_HEADER,
  requestIdOf,
  stopServer,
} from '@doushouqi/service-kit';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { clientAddress, setForwardedHeaders, type TrustedProxy } from './client-address.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { NodePool } from './node-pool.ts';
import { createGeneralLimit } from './rate-limit.ts';
import { createRealtimeProxy } from './realtime.ts';
import { type Refusal, refusal, refuseUpgrade, sendRefusal, unavailable } from './responses.ts';
import { type Destination, destinationOf, pathOf, type ServiceName } from './routing-table.ts';
import { securityHeaders } from './security-headers.ts';
import { serveWeb } from './static-web.ts';
import { createUpstream } from './upstream.ts';

export interface GatewayOptions {
  logger: Logger;
  metrics: GatewayMetrics;
  pool: NodePool;
  /** Base URL of each service. */
  services: Record<ServiceName, string>;
  webDist: string;
  /** As `TRUST_PROXY`: hops, or addresses as express names them. */
  trustProxy: number | string;
  rateLimit: { perSecond: number; burst: number };
  /** Largest request body, bytes. */
  bodyLimit: number;
}

export interface Gateway {
  server: Server;
  /**
   * Stops accepting, lets requests and websockets end by themselves for `drainMs` (the realtime nodes send their
   * clients away in waves), then cuts what is left.
   */
  stop(drainMs: number): Promise<void>;
}

/** Browsers give up after `API_TIMEOUT`; a service that takes longer is as good as away. */
const SERVICE_TIMEOUT_MS = API_TIMEOUT + 2_000;
/** A client that sends its request more slowly than this is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** Longer than load balancers keep an idle connection, so that they close first. */
const KEEP_ALIVE_MS = 65_000;

/** The only public door: routes, limits, headers, affinity and the built web (design §7). */
export function createGateway(options: GatewayOptions): Gateway {
  const { logger, metrics, pool } = options;
  const limit = createGeneralLimit(options.rateLimit);
  const realtime = createRealtimeProxy(pool);
  const web = serveWeb(options.webDist);
  const destinations = new WeakMap<IncomingMessage, Destination>();
  const sockets = new Set<Socket>();
  let draining = false;

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', options.trustProxy);
  const trusted = app.get('trust proxy fn') as TrustedProxy;

  /** Marks the request as the services will see it and asks the limit; a refusal when it may not pass. */
  async function admit(req: IncomingMessage): Promise<Refusal | null> {
    const address = clientAddress(req, trusted);
    setForwardedHeaders(req, address, trusted);
    const wait = await limit.consume(address);
    if (wait === null) return null;
    metrics.rateLimited.inc();
    return refusal('RATE_LIMITED', { retryAfter: wait });
  }

  const services = createUpstream({
    timeoutMs: SERVICE_TIMEOUT_MS,
    onFailure(error, req, answer) {
      const destination = destinations.get(req);
      const service = destination?.kind === 'service' ? destination.service : 'unknown';
      metrics.upstreamFailures.inc({ upstream: service });
      logger.warn(
        { upstream: service, requestId: requestIdOfRaw(req), reason: error.message },
        'service is away',
      );
      if ('writeHead' in answer) sendRefusal(req, answer, unavailable());
    },
  });

  const dispatch: RequestHandler = async (req, res) => {
    const destination = destinationOf(pathOf(req.originalUrl));
    destinations.set(req, destination);
    res.once('close', metrics.startTimer(req, res, destination));
    const refused = (await admit(req)) ?? oversized(req, options.bodyLimit);
    if (refused !== null) return sendRefusal(req, res, refused);
    if (destination.kind === 'service') services.forward(options.services[destination.service], req, res);
    else if (destination.kind === 'realtime') await realtime.poll(req, res);
    else if (destination.kind === 'web') await web(req, res, () => undefined);
    else sendRefusal(req, res, refusal(destination.kind === 'refused' ? 'INVALID_INPUT' : 'NOT_FOUND'));
  };

  app.use(assignRequestId, securityHeaders, (_req, res, next) => {
    // Drives clients off a connection that is about to be closed.
    if (draining) res.set('connection', 'close');
    next();
  });
  app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  // Of this process alone: one service away must not take every gateway out of the load balancer.
  app.get('/readyz', (_req, res) => {
    res.status(draining ? 503 : 200).json({ status: draining ? 'draining' : 'ready' });
  });
  app.use(dispatch, failSafe(logger));

  async function upgrade(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    if (draining) return refuseUpgrade(socket, unavailable());
    req.headers[REQUEST_ID_HEADER] = randomUUID();
    if (destinationOf(pathOf(req.url ?? '')).kind !== 'realtime') {
      return refuseUpgrade(socket, refusal('NOT_FOUND'));
    }
    const refused = await admit(req);
    if (refused !== null) return refuseUpgrade(socket, refused);
    await realtime.upgrade(req, socket, head);
  }

  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Anything else that asks for an upgrade (HTTP/2 over clear text, say) is answered as a plain request.
      shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
    },
    app,
  );
  server.on('upgrade', (req, socket: Socket, head) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Without a handler a reset connection would end the process.
    socket.on('error', () => undefined);
    upgrade(req, socket, head).catch((error: unknown) => {
      logger.error({ err: error }, 'upgrade failed');
      socket.destroy();
    });
  });

  return {
    server,
    async stop(drainMs) {
      draining = true;
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, drainMs);
      await stopServer(server, drainMs);
      clearTimeout(deadline);
      realtime.close();
      services.close();
    },
  };
}

const requestIdOfRaw = (req: IncomingMessage): string => String(req.headers[REQUEST_ID_HEADER] ?? '');

/**
 * Bodies are bounded by their declared length; one without (chunked) is refused, since no client of ours sends it
 * and it could be counted only while it is already on its way to a service.
 */
function oversized(req: IncomingMessage, bodyLimit: number): Refusal | null {
  if (req.headers['transfer-encoding'] !== undefined) return refusal('INVALID_INPUT', { status: 411 });
  return Number(req.headers['content-length'] ?? 0) > bodyLimit ? refusal('PAYLOAD_TOO_LARGE') : null;
}

/** Errors of express and its file sender: its own 4xx as such, everything else is a bug. */
function failSafe(logger: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    // The client went away while a file was on its way to it.
    if (error instanceof Error && 'code' in error && error.code === 'ECONNABORTED') return;
    if (status < 500) return sendRefusal(req, res, refusal(status === 404 ? 'NOT_FOUND' : 'INVALID_INPUT'));
    logger.error({ err: error, requestId: requestIdOf(req) }, 'unexpected error');
    sendRefusal(req, res, refusal('INTERNAL'));
  };
}
