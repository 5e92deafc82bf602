import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { tuneV8 } from '@doushouqi/service-kit/transport/v8';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';

/**
 * The yardstick of `bench:rooms`: a plain Socket.IO relay with the Redis adapter between nodes. It forwards moves: no
 * rules, no store, no accounts.
 */
const { PORT, NODE_ID, REDIS_URL = '' } = process.env;

const http = createServer((_request, response) => response.end('{}'));
const io = new Server(http, {
  path: '/socket.io',
  serveClient: false,
  adapter: createShardedAdapter(new Redis(REDIS_URL), new Redis(REDIS_URL)),
});
io.engine.generateId = () => `${NODE_ID}.${randomBytes(15).toString('base64url')}`;
io.on('connection', (socket) => {
  socket.on('joinRoom', async ({ roomId }: { roomId: string }, ack: (answer: object) => void) => {
    await socket.join(roomId);
    ack({ ok: true });
  });
  socket.on('leaveRoom', async ({ roomId }: { roomId: string }, ack: (answer: object) => void) => {
    await socket.leave(roomId);
    ack({ ok: true });
  });
  socket.on('move', (move: { roomId: string }, ack: (answer: object) => void) => {
    socket.to(move.roomId).emit('moveMade', move);
    ack({ ok: true });
  });
});
http.listen(Number(PORT), '127.0.0.1');
tuneV8();
process.on('SIGTERM', () => process.exit(0));
