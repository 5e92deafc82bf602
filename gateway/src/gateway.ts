import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { PublicService } from '@doushouqi/protocol';
import {
  assignRequestId,
  type Logger,
  OPERATIONS_ROUTES,
  REQUEST_ID_HEADER,
  requestIdOf,
  stopServer,
} from '@doushouqi/service-kit';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import {
  type AdmissionOptions,
  type Admit,
  allowOrigins,
  createAdmission,
  hasSeveralHosts,
} from './admission.ts';
import type { TrustedProxy } from './client-address.ts';
import { AddressGuard, type AddressLimits } from './limits.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { NodePool } from './node-pool.ts';
import { RealtimeProxy, sendClientsAway } from './realtime.ts';
import { refusal, refuseUpgrade, sendRefusal, unavailable } from './responses.ts';
import { destinationOf, pathOf } from './routing-table.ts';
import { securityHeaders } from './security-headers.ts';
import type { Sessions } from './sessions.ts';
import { serveWeb } from './static-web.ts';
import { createServiceProxy, type ServiceProxy } from './upstream.ts';

type FromAdmission = Pick<AdmissionOptions, 'bodyLimit' | 'allowedOrigins' | 'access'>;

export interface GatewayOptions extends FromAdmission {
  logger: Logger;
  metrics: GatewayMetrics;
  pool: NodePool;
  sessions: Sessions;
  /** Base URL of each service. */
  services: Record<PublicService, string>;
  webDist: string;
  /** See `TRUST_PROXY`. */
  trustProxy: number | string;
  addressLimits: AddressLimits;
  timeouts: typeof SERVER_TIMEOUTS;
}

export interface Gateway {
  server: Server;
  /** Closes the open websockets of refused addresses. */
  endRefused(isRefused: (address: string) => boolean): void;
  /**
   * Reports draining for `pauseMs` while it continues. Then stops accepting, asks the nodes to move its
   * clients, waits `drainMs` for requests and websockets, and closes the rest.
   */
  stop(pauseMs: number, drainMs: number): Promise<void>;
}

/** What the handlers share. */
interface HandlerContext {
  logger: Logger;
  metrics: GatewayMetrics;
  admit: Admit;
  services: ServiceProxy;
  realtime: RealtimeProxy;
  web: RequestHandler;
  draining: () => boolean;
  /** New websockets are refused. */
  closed: () => boolean;
}

/** Milliseconds. */
export const SERVER_TIMEOUTS = {
  /** Longest time for a client to send its request. */
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  /** Interval of the check of these two limits. Node's default of 30 s would double them. */
  connectionsCheckingInterval: 5_000,
  /** Longer than the idle timeout of load balancers, so that they close first. */
  keepAliveTimeout: 65_000,
};

/** Longest time without traffic in either direction. Milliseconds. */
const SILENT_MS = 120_000;

/** Creates the gateway, the only public server: routes, limits, headers, affinity and the built web. */
export function createGateway(options: GatewayOptions): Gateway {
  const { logger, metrics, pool, sessions, allowedOrigins } = options;
  const app = express();
  app.set('trust proxy', options.trustProxy);
  const trusted = app.get('trust proxy fn') as TrustedProxy;
  const guard = new AddressGuard(options.addressLimits, { trusted, metrics, logger });
  const identity = { id: randomBytes(9).toString('base64url'), token: randomBytes(32).toString('base64url') };
  let draining = false;
  let closed = false;
  const doors: HandlerContext = {
    logger,
    metrics,
    admit: createAdmission({ ...options, trusted, guard }),
    services: createServiceProxy({ urls: options.services, logger, metrics }),
    realtime: new RealtimeProxy({ pool, guard, sessions, gateway: identity }, () =>
      metrics.upstreamFailures.inc({ upstream: 'realtime' }),
    ),
    web: serveWeb(options.webDist),
    draining: () => draining,
    closed: () => closed,
  };
  mountHandlers(app, doors, allowOrigins(allowedOrigins));
  const server = createServer(
    {
      ...options.timeouts,
      // Other upgrade requests, such as HTTP/2 over clear text, are answered as plain requests.
      shouldUpgradeCallback: (req) => req.headers.upgrade?.toLowerCase() === 'websocket',
    },
    app,
  );
  // Ends connections of clients that do not read their replies. Polls and websockets have more frequent
  // traffic.
  server.setTimeout(SILENT_MS);
  guard.watch(server);
  const sockets = handleUpgrades(server, doors);
  return {
    server,
    endRefused: (isRefused) => doors.realtime.endRefused(isRefused),
    async stop(pauseMs, drainMs) {
      draining = true;
      if (pauseMs > 0) await delay(pauseMs);
      closed = true;
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, drainMs);
      await Promise.all([stopServer(server, drainMs), sendClientsAway(options, identity, drainMs)]);
      clearTimeout(deadline);
      doors.realtime.close();
      doors.services.close();
    },
  };
}

function mountHandlers(app: Express, doors: HandlerContext, cors: RequestHandler): void {
  const { draining } = doors;
  app.disable('x-powered-by');
  app.use(assignRequestId, securityHeaders, refuseSeveralHosts, (_req, res, next) => {
    // Makes clients leave a connection that will close.
    if (draining()) res.set('connection', 'close');
    next();
  });
  app.get(OPERATIONS_ROUTES.health, (_req, res) => void res.json({ status: 'ok' }));
  // Reports only this process: one unavailable service must not remove all gateways from the load balancer.
  app.get(OPERATIONS_ROUTES.ready, (_req, res) => {
    res.status(draining() ? 503 : 200).json({ status: draining() ? 'draining' : 'ready' });
  });
  app.use(['/api', '/socket.io'], cors);
  app.use(dispatcher(doors), failSafe(doors.logger));
}

function refuseSeveralHosts(req: IncomingMessage, res: ServerResponse, next: () => void): void {
  if (hasSeveralHosts(req)) sendRefusal(req, res, refusal('INVALID_INPUT'));
  else next();
}

function dispatcher({ logger, metrics, admit, services, realtime, web }: HandlerContext): RequestHandler {
  return async (req, res, next) => {
    const destination = destinationOf(pathOf(req.originalUrl));
    const end = metrics.startTimer(req, res, destination);
    res.once('close', () => {
      const timed = end();
      if (logger.isLevelEnabled('debug')) logger.debug({ requestId: requestIdOf(req), ...timed }, 'request');
    });
    const refused = await admit(req, destination.kind === 'realtime' ? 'poll' : res);
    if (refused !== null) return sendRefusal(req, res, refused);
    if (destination.kind === 'service') services.forward(destination.service, req, res);
    else if (destination.kind === 'realtime') await realtime.poll(req, res);
    else if (destination.kind === 'web') await web(req, res, next);
    else sendRefusal(req, res, refusal(destination.kind === 'refused' ? 'INVALID_INPUT' : 'NOT_FOUND'));
  };
}

/** Answers upgrade requests. Returns their open sockets. */
function handleUpgrades(server: Server, doors: HandlerContext): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();

  async function upgrade(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    if (hasSeveralHosts(req)) return refuseUpgrade(socket, refusal('INVALID_INPUT'));
    if (doors.closed()) return refuseUpgrade(socket, unavailable());
    req.headers[REQUEST_ID_HEADER] = randomUUID();
    const destination = destinationOf(pathOf(req.url ?? ''));
    if (destination.kind !== 'realtime') return refuseUpgrade(socket, refusal('NOT_FOUND'));
    const refused = await doors.admit(req, socket);
    if (refused !== null) return refuseUpgrade(socket, refused);
    await doors.realtime.upgrade(req, socket, head);
  }

  server.on('upgrade', (req, socket: Socket, head) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Without a handler a connection reset would end the process.
    socket.on('error', () => undefined);
    upgrade(req, socket, head).catch((error: unknown) => {
      doors.logger.error({ err: error }, 'upgrade failed');
      socket.destroy();
    });
  });
  return sockets;
}

/** Answers errors: 4xx of express and its file sender as they are, all others as a bug. */
function failSafe(logger: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    // The client disconnected during a file transfer.
    if (error instanceof Error && 'code' in error && error.code === 'ECONNABORTED') return;
    if (status < 500) return sendRefusal(req, res, refusal(status === 404 ? 'NOT_FOUND' : 'INVALID_INPUT'));
    logger.error({ err: error, requestId: requestIdOf(req) }, 'unexpected error');
    sendRefusal(req, res, refusal('INTERNAL'));
  };
}
