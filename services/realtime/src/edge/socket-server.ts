import { randomBytes } from 'node:crypto';
import { SOCKET_PING } from '@doushouqi/protocol';
import type { HttpApp } from '@doushouqi/service-kit';
import { createClusterAdapter } from '@doushouqi/service-kit/socket-cluster';
import { Server } from 'socket.io';
import type { RealtimeServer } from '../realtime-socket.ts';
import { adapterSubscriber } from '../redis/adapter-subscriber.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';

interface SocketServerOptions {
  /** The first part of every engine id, by which the gateway routes a session here. */
  nodeId: string;
  connection: RedisConnection;
}

export function createSocketServer(
  app: HttpApp,
  { nodeId, connection }: SocketServerOptions,
): RealtimeServer {
  const io: RealtimeServer = new Server(app.server, {
    path: '/socket.io',
    adapter: createClusterAdapter(connection.client, adapterSubscriber(connection)),
    serveClient: false,
    pingInterval: SOCKET_PING.interval,
    pingTimeout: SOCKET_PING.timeout,
    connectTimeout: 10_000,
    // A move is under 200 bytes; compressing messages this small costs more than it saves.
    maxHttpBufferSize: 16 * 1024,
    perMessageDeflate: false,
    httpCompression: false,
  });
  io.engine.generateId = () => `${nodeId}.${randomBytes(15).toString('base64url')}`;
  // The request of the handshake would else be kept for as long as the connection lives.
  io.engine.on('connection', (connection: object) => Object.assign(connection, { request: null }));
  return io;
}
