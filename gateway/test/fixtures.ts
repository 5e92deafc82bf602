import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage, request } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Service } from '@doushouqi/service-kit';
import { startTestService, testService } from '@doushouqi/service-kit/testing';
import { Server } from 'socket.io';
import { service } from '../src/service.ts';

const UNLIMITED = {
  CONNECTIONS_PER_ADDRESS: 10_000,
  SESSIONS_PER_ADDRESS: 10_000,
  RATE_LIMIT_PER_SECOND: 10_000,
  RATE_LIMIT_BURST: 10_000,
  WEBSOCKET_BYTES_PER_ADDRESS: 2 ** 40,
};
const NO_NODE = [{ id: 'none', url: 'http://127.0.0.1:1' }];

type Context = typeof service extends Service<infer Of> ? Of : never;
type Options = NonNullable<Parameters<typeof startTestService<Context, never>>[1]> & {
  nodes?: readonly { id: string; url: string }[];
};

function optionsOf({ nodes = NO_NODE, env, ...options }: Options) {
  return {
    ...options,
    env: {
      WEB_DIST: '/nonexistent',
      REALTIME_NODES: nodes.map(({ id, url }) => `${id}=${url}`).join(','),
      SESSIONS_PER_NODE: 0,
      BODY_LIMIT: 2_048,
      DRAIN_MS: 0,
      ...UNLIMITED,
      ...env,
    },
  };
}

/** A gateway without limits by address, for one test. */
export function startGateway(options: Options = {}) {
  return startTestService(service, optionsOf(options));
}

/** As `startGateway`, for one test file. */
export function testGateway(options: Options = {}) {
  return testService(service, optionsOf(options));
}

export type TestGateway = Awaited<ReturnType<typeof startGateway>>;

/** Host and port of a base address. */
export function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

export interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request with its path byte for byte: `fetch` would tidy it up. */
export function rawRequest(
  url: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> {
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const req = request({ ...addressOf(url), path, method, headers, agent: false }, (res) => {
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
export function rawLines(url: string, lines: readonly string[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(addressOf(url));
    socket.once('error', reject);
    socket.once('data', (data) => {
      const [head = '', body = ''] = data.toString('latin1').split('\r\n\r\n');
      resolve({ socket, status: Number(head.split(' ')[1]), body: Buffer.from(body, 'latin1').toString() });
    });
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

/** Asks for a websocket and returns the connection after the answer's head. */
export function rawUpgrade(url: string, path: string, more: Record<string, string> = {}): Promise<RawAnswer> {
  return rawLines(url, [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...Object.entries(more).map(([name, value]) => `${name}: ${value}`),
  ]);
}

export interface EchoService {
  url: string;
  /** What arrived, oldest first. */
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  stop(): Promise<void>;
}

function urlOf(server: HttpServer): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: HttpServer): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** A service that remembers each request and answers with its own name. */
export async function startEcho(name: string, delayMs = 0): Promise<EchoService> {
  const requests: EchoService['requests'] = [];
  const server = createServer(async (req, res) => {
    const body = await text(req).catch(() => null);
    // The gateway hung up in the middle of it.
    if (body === null) return;
    const { method = '', url = '', headers } = req;
    requests.push({ method, url, headers, body });
    setTimeout(
      () => res.setHeader('content-type', 'application/json').end(JSON.stringify({ name })),
      delayMs,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: urlOf(server), requests, stop: () => close(server) };
}

export interface TestNode {
  id: string;
  url: string;
  io: Server;
  /** Makes `/readyz` answer 503. */
  drain(): void;
  /** Cuts every connection without a word and stops listening, as a killed process does. */
  kill(): Promise<void>;
  /** Requests that arrived at `/socket.io/`, as `method target`. */
  requests: string[];
  /** Headers of upgrades and of the calls of stopping gateways. */
  headers: IncomingMessage['headers'][];
}

/** A small realtime node: engine ids `<nodeId>.<random>`, `whoami` answers the node's id, `/readyz` its readiness. */
export async function startNode(id: string, port = 0): Promise<TestNode> {
  let ready = true;
  const requests: string[] = [];
  const headers: TestNode['headers'] = [];
  const connections = new Set<{ destroy(): void }>();
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/gateways/')) headers.push(req.headers);
    if (req.url === '/readyz') res.statusCode = ready ? 200 : 503;
    else res.statusCode = 404;
    res.end();
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const io = new Server(server, { serveClient: false });
  let sessions = 0;
  io.engine.generateId = () => {
    sessions += 1;
    return `${id}.session-${String(sessions).padStart(6, '0')}`;
  };
  server.prependListener('request', (req) => requests.push(`${req.method} ${req.url}`));
  server.prependListener('upgrade', (req) => {
    requests.push(`UPGRADE ${req.url}`);
    headers.push(req.headers);
  });
  io.on('connection', (socket) => {
    socket.on('whoami', (answer: (id: string) => void) => answer(id));
    socket.on('echo', (text: string, answer: (text: string) => void) => answer(text));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    id,
    url: urlOf(server),
    io,
    requests,
    headers,
    drain() {
      ready = false;
    },
    async kill() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of connections) socket.destroy();
      await closed;
      // Clears engine.io's timers; its sockets are gone already.
      io.engine.close();
    },
  };
}
