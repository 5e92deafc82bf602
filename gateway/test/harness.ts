import { request } from 'node:http';
import net from 'node:net';
import { PUBLIC_SERVICES } from '@doushouqi/protocol/server';
import { createLogger, createMetrics, listen } from '@doushouqi/service-kit';
import { createGateway, type Gateway, type GatewayOptions, SERVER_TIMEOUTS } from '../src/gateway.ts';
import type { AddressLimits } from '../src/limits.ts';
import { createGatewayMetrics, type GatewayMetrics } from '../src/metrics.ts';
import { staticDirectory } from '../src/node-directory.ts';
import { type NodeDirectory, NodePool } from '../src/node-pool.ts';

export interface RunningGateway {
  url: string;
  port: number;
  pool: NodePool;
  gateway: Gateway;
  metrics: GatewayMetrics;
  stop(): Promise<void>;
}

const CLOSED = 'http://127.0.0.1:9';
const NOWHERE = Object.fromEntries(
  PUBLIC_SERVICES.map((service) => [service, CLOSED]),
) as GatewayOptions['services'];

const NO_LIMITS: AddressLimits = {
  connections: 10_000,
  sessions: 10_000,
  requests: { perSecond: 10_000, burst: 10_000 },
  bytesPerSecond: 2 ** 40,
};

/** A gateway on a free port; services that are not named lead nowhere. */
export async function startGateway(
  options: Partial<
    Omit<GatewayOptions, 'pool' | 'metrics' | 'timeouts' | 'logger' | 'services' | 'addressLimits'>
  > & {
    limits?: Partial<AddressLimits>;
    timeouts?: Partial<typeof SERVER_TIMEOUTS>;
    services?: Partial<GatewayOptions['services']>;
    nodes?: { id: string; url: string }[];
    /** In place of `nodes`. */
    directory?: NodeDirectory;
    sessionsPerNode?: number;
  } = {},
): Promise<RunningGateway> {
  const directory = options.directory ?? staticDirectory(options.nodes ?? []);
  const pool = new NodePool({ directory, sessionsPerNode: options.sessionsPerNode ?? 0 });
  const metrics = createGatewayMetrics(createMetrics('gateway'), pool);
  const gateway = createGateway({
    webDist: '/nonexistent',
    trustProxy: 0,
    bodyLimit: 2_048,
    allowedOrigins: new Set(),
    ...options,
    timeouts: { ...SERVER_TIMEOUTS, ...options.timeouts },
    addressLimits: { ...NO_LIMITS, ...options.limits },
    services: { ...NOWHERE, ...options.services },
    logger: createLogger({ name: 'gateway', level: 'silent' }),
    metrics,
    pool,
  });
  await pool.start();
  const port = await listen(gateway.server, { port: 0, host: '127.0.0.1' });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pool,
    gateway,
    metrics,
    async stop() {
      await gateway.stop(0, 0);
      pool.stop();
    },
  };
}

export interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request with its path byte for byte: `fetch` would tidy it up. */
export function rawRequest(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> {
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    req.once('error', reject);
    req.end(body);
  });
}

export interface RawAnswer {
  socket: net.Socket;
  /** Status of the answer. */
  status: number;
  body: string;
}

/** Sends these lines over a bare TCP connection; returns it after the first part of the answer. */
export function rawLines(port: number, lines: readonly string[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (data) => {
      const [head = '', body = ''] = data.toString('latin1').split('\r\n\r\n');
      resolve({ socket, status: Number(head.split(' ')[1]), body: Buffer.from(body, 'latin1').toString() });
    });
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

/** Asks for a websocket and returns the connection after the answer's head. */
export function rawUpgrade(
  port: number,
  path: string,
  more: Record<string, string> = {},
): Promise<RawAnswer> {
  return rawLines(port, [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
  ]);
}
