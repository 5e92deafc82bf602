import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { analyzeRequest, type PingReply, pingRequest } from '@doushouqi/protocol/analysis';
import { type Engine, limitsOfDifficulty } from '../index.ts';
import { Refused, readJson, replyOf, sendJson, sendRefusal } from './answers.ts';
import { isOurOrigin, isOwnHost } from './callers.ts';
import { EnginePool, PoolBusyError } from './engine-pool.ts';
import { requestedGame } from './requested-game.ts';

export interface ServiceOptions {
  /** 0 selects any free port. */
  readonly port: number;
  /** Allowed origins besides those of this machine. */
  readonly origins: ReadonlySet<string>;
  /** Number of parallel searches. */
  readonly threads: number;
  readonly version: string;
  /** Opens one engine; it starts its thread with its first search. */
  readonly openEngine: () => Engine;
}

export interface AnalysisService {
  readonly port: number;
  /** Number of running searches. */
  running(): number;
  /** Aborts searches and closes every connection. */
  stop(): Promise<void>;
}

/** Request timeout in milliseconds. */
const REQUEST_MS = 10_000;
/** Browsers cache the CORS preflight for this time, in seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * Starts the service on the loopback addresses. Rejects with the system's error: `EADDRINUSE` if the port is taken.
 */
export async function startAnalysisService(options: ServiceOptions): Promise<AnalysisService> {
  const pool = new EnginePool(options.threads, options.openEngine, () => performance.now());
  const servers = await listenOnLoopback(options.port, handlerOf(options, pool));
  return {
    port: (servers[0]!.address() as AddressInfo).port,
    running: () => pool.running,
    async stop() {
      pool.close();
      await Promise.all(servers.map(closed));
    },
  };
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Opens one server per address family; only one on a machine without IPv6. */
async function listenOnLoopback(port: number, handler: Handler): Promise<Server[]> {
  const first = await listening(port, '127.0.0.1', handler);
  const { port: taken } = first.address() as AddressInfo;
  try {
    return [first, await listening(taken, '::1', handler)];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return [first];
    await closed(first);
    throw error;
  }
}

function listening(port: number, host: string, handler: Handler): Promise<Server> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, handler);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: host === '::1' }, () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function handlerOf(options: ServiceOptions, pool: EnginePool): Handler {
  return (req, res) => {
    if (!isOwnHost(req.headers.host)) return sendRefusal(res, 'WRONG_HOST');
    if (!isOurOrigin(req.headers.origin, options.origins)) return sendRefusal(res, 'FOREIGN_ORIGIN');
    allow(req, res);
    if (req.url !== '/analyze') return sendRefusal(res, 'NOT_FOUND');
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    if (req.method !== 'POST') return sendRefusal(res, 'METHOD_NOT_ALLOWED');
    answer(req, res, options, pool).catch((error: unknown) => {
      if (!res.destroyed) sendRefusal(res, codeOf(error));
    });
  };
}

/** Sets the CORS headers, including the one that allows requests to a private address. */
function allow({ headers }: IncomingMessage, res: ServerResponse): void {
  res.setHeader('vary', 'origin');
  if (headers.origin === undefined) return;
  res.setHeader('access-control-allow-origin', headers.origin);
  res.setHeader('access-control-allow-methods', 'POST');
  res.setHeader('access-control-allow-headers', 'content-type');
  res.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
  if (headers['access-control-request-private-network'] === 'true')
    res.setHeader('access-control-allow-private-network', 'true');
}

function codeOf(error: unknown) {
  if (error instanceof Refused) return error.code;
  return error instanceof PoolBusyError ? 'BUSY' : 'ENGINE_FAILED';
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { version, threads }: ServiceOptions,
  pool: EnginePool,
): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const body = await readJson(req);
  if (pingRequest.safeParse(body).success) {
    const reply: PingReply = { status: 'ok', version, threads, nodesPerSecond: pool.nodesPerSecond };
    return sendJson(res, 200, reply);
  }
  const asked = analyzeRequest.safeParse(body);
  if (!asked.success) throw new Refused('INVALID_INPUT');
  const game = requestedGame(asked.data);
  if (!game.ok) throw new Refused(game.error);
  const info = await pool.analyze(game.value, limitsOfDifficulty(asked.data.difficulty), gone.signal);
  sendJson(res, 200, replyOf(info));
}
