import type { Server } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Router,
} from 'express';
import type { TokenVerifier } from './authenticate.ts';
import { http } from './builtin-http.ts';
import { AppError, errorOf, toAppError } from './errors.ts';
import { isFromService, requireServiceToken } from './internal.ts';
import { createLogSample } from './log-sample.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { OPERATIONS_ROUTES } from './operations-routes.ts';
import { type ReadinessChecks, readinessHandler } from './readiness.ts';
import { assignRequestId, requestIdOf } from './request-id.ts';
import type { ServiceToken } from './service-token.ts';
import { INNER_NETWORKS } from './trusted-proxies.ts';

/** Bodies are small forms; a larger one is a mistake or an attack. */
const BODY_LIMIT = '64kb';
/** Longer than any proxy keeps an idle connection. The proxy must close first, or requests are lost. */
const KEEP_ALIVE_MS = 65_000;

/** Header of `/readyz`: the sessions of a realtime node, by which gateways choose nodes. */
export const SESSIONS_HEADER = 'x-sessions';

export type HttpAppOptions = {
  logger: Logger;
  metrics: Metrics;
  /** The checks of `/readyz`, by name. Each rejects while its dependency is unavailable. */
  readiness: ReadinessChecks;
  /** Number of open sessions, reported with `/readyz` in `SESSIONS_HEADER`. */
  sessions?: () => number;
  /** Networks of the callers whose `X-Forwarded-For` counts, as express names them. */
  gatewayNetworks?: string;
  /** Largest body, in the format of `express.json`; 64 kB by default. */
  bodyLimit?: string;
  /** Needed for routes that read a token. */
  verifier?: TokenVerifier;
  /** Needed for routes with `auth: 'service'`. */
  serviceToken?: ServiceToken;
  /** Adds handlers that run before a body is read: proxies, static files. */
  mount?: (app: Express) => void;
};

/** HTTP server with health, metrics and error handling. `route()` adds routes. */
export type HttpApp = {
  server: Server;
  /** Routes for users, under `/api`. */
  api: Router;
  /** Routes for other services, with their full path (`/internal/…`). */
  internal: Router;
  verifier: TokenVerifier | undefined;
  /** Returns whether another service calls, and not a user. */
  isFromService(req: Request): Promise<boolean>;
  /** Makes `/readyz` answer 503, so that the service gets no new work. */
  drain(): void;
};

/** Creates the Express app of a service. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const { logger, metrics, verifier, serviceToken, bodyLimit = BODY_LIMIT } = options;
  const app = express();
  const api = express.Router();
  const internal = express.Router();
  let draining = false;

  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', options.gatewayNetworks ?? INNER_NETWORKS);
  app.use(assignRequestId, observe(metrics, logger), (_req, res, next) => {
    // The client opens its next connection to another process, before this one closes it during a request.
    if (draining) res.set('connection', 'close');
    next();
  });
  app.get(OPERATIONS_ROUTES.health, (_req, res) => void res.json({ status: 'ok' }));
  app.get(
    OPERATIONS_ROUTES.ready,
    (_req, res, next) => {
      if (options.sessions) res.set(SESSIONS_HEADER, String(options.sessions()));
      next();
    },
    readinessHandler(options.readiness, () => draining),
  );
  app.get(OPERATIONS_ROUTES.metrics, async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  options.mount?.(app);
  app.use('/api', noStore, express.json({ limit: bodyLimit }), api);
  if (serviceToken !== undefined) {
    app.use('/internal', requireServiceToken(serviceToken), express.json({ limit: bodyLimit }));
    app.use(internal);
  }
  app.use(() => {
    throw errorOf('NOT_FOUND');
  });
  app.use(errorHandler(logger, metrics));
  const server = http.createServer(app);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return {
    server,
    api,
    internal,
    verifier,
    isFromService: async (req) => serviceToken !== undefined && isFromService(serviceToken, req),
    drain() {
      draining = true;
    },
  };
}

const noStore: RequestHandler = (_req, res, next) => {
  res.set('cache-control', 'no-store');
  next();
};

/** Returns the path pattern of the matched route, as it was mounted. */
function templateOf(req: Request): string {
  return typeof req.route?.path === 'string' ? req.route.path : 'unmatched';
}

/**
 * Measures each request under its route template, so that ids in paths do not multiply the series. At level debug it
 * logs each request.
 */
function observe(metrics: Metrics, logger: Logger): RequestHandler {
  return (req, res, next) => {
    const end = metrics.httpDuration.startTimer();
    res.once('close', () => {
      const labels = { method: req.method, route: templateOf(req), status: String(res.statusCode) };
      const seconds = end(labels);
      if (logger.isLevelEnabled('debug'))
        logger.debug({ requestId: requestIdOf(req), ...labels, seconds }, 'request');
    });
    next();
  };
}

/** Converts errors of Express's own body and path parsers, which have a 4xx `status`. */
function parserError(error: unknown): AppError | undefined {
  if (error instanceof AppError || !(error instanceof Error) || !('status' in error)) return undefined;
  if (error.status === 413) return errorOf('PAYLOAD_TOO_LARGE', { cause: error });
  const refused = typeof error.status === 'number' && error.status >= 400 && error.status < 500;
  return refused ? errorOf('INVALID_INPUT', { cause: error }) : undefined;
}

/**
 * Last handler: sends any error as `{ code, message }`. Only bugs are logged with a stack. Other 5xx errors are logged
 * once a second for each code and route, so that a flood of requests does not become a flood of log lines.
 */
function errorHandler(logger: Logger, metrics: Metrics): ErrorRequestHandler {
  const sample = createLogSample(Date.now);
  return (error, req, res, next) => {
    const failure = parserError(error) ?? toAppError(error);
    metrics.httpRefusals.inc({ route: templateOf(req), code: failure.code });
    const context = { requestId: requestIdOf(req), method: req.method, path: req.path };
    if (failure.code === 'INTERNAL') logger.error({ ...context, err: error }, 'unexpected error');
    else if (failure.status >= 500) {
      const reason = failure.cause instanceof Error ? failure.cause.message : failure.message;
      const omitted = sample(`${failure.code} ${templateOf(req)}`);
      if (omitted !== null)
        logger.warn({ ...context, code: failure.code, reason, omitted }, 'request failed');
    }
    if (res.headersSent) return next(error);
    if (failure.retryAfter !== undefined) res.set('retry-after', String(failure.retryAfter));
    const { code, message, challenge } = failure;
    res.status(failure.status).json({ code, message, ...(challenge && { challenge }) });
  };
}
