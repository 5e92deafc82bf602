import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKET_PING } from '@doushouqi/protocol';
import type { HttpApp } from '@doushouqi/service-kit';
import { createClusterAdapter } from '@doushouqi/service-kit/socket-cluster';
import { forgetRequests, writeOncePerTurn } from '@doushouqi/service-kit/transport';
import { Server } from 'socket.io';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import type { RealtimeMetrics } from '../metrics.ts';
import type { RealtimeServer } from '../realtime-socket.ts';
import { adapterSubscriber } from '../redis/adapter-subscriber.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import { Backlog } from './backlog.ts';
import { Disconnects, type DisconnectsOptions } from './disconnects.ts';
import type { Gateways } from './gateways.ts';
import { Incoming, type IncomingOptions } from './incoming.ts';

const BOUNDS = {
  /** Clients do not split messages of a few hundred bytes. */
  maxFragments: 16,
  /** Time for a peer to answer the close frame. Milliseconds. */
  closeTimeout: 5_000,
};

/** Called with every websocket before any data arrives. */
type Opened = (websocket: WebSocket, request: IncomingMessage) => void;

/** Returns a websocket engine for engine.io with limits that engine.io has no options for. */
function websocketServer(opened: Opened): new (options?: ServerOptions) => WebSocketServer {
  return class extends WebSocketServer {
    constructor(options?: ServerOptions) {
      super({ ...options, ...BOUNDS });
    }

    override handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, done: Opened): void {
      super.handleUpgrade(request, socket, head, (websocket) => {
        opened(websocket, request);
        done(websocket, request);
      });
    }
  };
}

interface SocketServerOptions
  extends Omit<IncomingOptions, 'disconnects'>,
    Omit<DisconnectsOptions, 'counter'> {
  /** The first part of every engine id; the gateway routes sessions by it. */
  nodeId: string;
  connection: RedisConnection;
  metrics: Pick<RealtimeMetrics, 'cut'>;
  gateways: Pick<Gateways, 'opened'>;
}

export function createSocketServer(app: HttpApp, options: SocketServerOptions): RealtimeServer {
  const { nodeId, connection, metrics, gateways } = options;
  const disconnects = new Disconnects({ ...options, counter: metrics.cut });
  const incoming = new Incoming({ ...options, disconnects });
  const io: RealtimeServer = new Server(app.server, {
    path: '/socket.io',
    adapter: createClusterAdapter(connection.client, adapterSubscriber(connection)),
    serveClient: false,
    pingInterval: SOCKET_PING.interval,
    pingTimeout: SOCKET_PING.timeout,
    // A connection without a namespace is closed after this time.
    connectTimeout: 10_000,
    // A move is under 200 bytes; compressing messages this small costs more than it saves.
    maxHttpBufferSize: 16 * 1024,
    perMessageDeflate: false,
    httpCompression: false,
    wsEngine: websocketServer((websocket, request) => {
      incoming.websocket(websocket, request);
      gateways.opened(websocket, request);
    }),
  });
  incoming.watch(io);
  new Backlog(disconnects).watch(io);
  app.server.prependListener('upgrade', (_request, socket) => writeOncePerTurn(socket));
  io.engine.generateId = () => `${nodeId}.${randomBytes(15).toString('base64url')}`;
  forgetRequests(io);
  return io;
}
