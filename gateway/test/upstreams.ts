import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Server } from 'socket.io';

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
}

/** A small realtime node: engine ids `<nodeId>.<random>`, `whoami` answers the node's id, `/readyz` its readiness. */
export async function startNode(id: string, port = 0): Promise<TestNode> {
  let ready = true;
  const requests: string[] = [];
  const connections = new Set<{ destroy(): void }>();
  const server = createServer((req, res) => {
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
  server.prependListener('upgrade', (req) => requests.push(`UPGRADE ${req.url}`));
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
