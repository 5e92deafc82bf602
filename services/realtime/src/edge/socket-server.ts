import { randomBytes } from 'node:crypto';
import { SOCKET_PING } from '@doushouqi/protocol';
import type { HttpApp } from '@doushouqi/service-kit';
import { createClusterAdapter } from '@doushouqi/service-kit/socket-cluster';
import { forgetRequests } from '@doushouqi/service-kit/transport';
import { Server } from 'socket.io';
import type { RealtimeMetrics } from '../metrics.ts';
import type { RealtimeServer } from '../realtime-socket.ts';
import { adapterSubscriber } from '../redis/adapter-subscriber.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import { Backlog } from './backlog.ts';
import { Disconnects, type DisconnectsOptions } from './disconnects.ts';
import type { Gateways } from './gateways.ts';
import { Incoming, type IncomingOptions } from './incoming.ts';
import { websocketServer } from './websocket-server.ts';

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
  io.engine.generateId = () => `${nodeId}.${randomBytes(15).toString('base64url')}`;
  forgetRequests(io);
  return io;
}
