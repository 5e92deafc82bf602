import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fromWireSide, type MoveMessage } from '@doushouqi/protocol';
import { CLIENT_EVENTS } from '@doushouqi/protocol/server';
import {
  formatRecord,
  type Game,
  type Move,
  newGame,
  ONLINE_RULE_SET,
  parseRecord,
  play,
  plyCount,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { createTokenVerifier } from '@doushouqi/service-kit';
import { tuneV8 } from '@doushouqi/service-kit/transport/v8';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import { Server, type Socket } from 'socket.io';

/**
 * The yardstick of `bench:load -- ratio`: the usual design of a game on Socket.IO. The rules check a move, a
 * compare-and-set script stores the room's state, then the move is emitted through the sharded Redis adapter and
 * acknowledged. No clocks, event history, archive, presence or limits.
 */
const { PORT, NODE_ID, REDIS_URL = '', JWT_PUBLIC_KEY_FILE = '' } = process.env;

/** KEYS 1 hash of a room · ARGV version expected, new version, new state. Returns whether it was stored. */
const COMPARE_AND_SET = `
if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 'state', ARGV[3])
return 1
`;

/** Stored state. `last` avoids a replay of the record if the game before it is cached. */
interface State {
  players: string[];
  record: string;
  last: Move | null;
}
interface Room {
  v: number;
  players: string[];
  game: Game;
}
type Ack = (answer: object) => void;

const redis = new Redis(REDIS_URL);
redis.defineCommand('compareAndSet', { numberOfKeys: 1, lua: COMPARE_AND_SET });
const { compareAndSet } = redis as unknown as {
  compareAndSet(key: string, expected: number, v: number, state: string): Promise<number>;
};
/** Cached rooms of this node; another node may have newer ones. */
const rooms = new Map<string, Room>();

/** A key that the Redis user of the realtime nodes may access (packages/operations). */
function keyOf(roomId: string): string {
  return `{room:${roomId}}:usual`;
}

async function load(roomId: string): Promise<Room> {
  const [version, text] = await redis.hmget(keyOf(roomId), 'v', 'state');
  if (!text) return { v: 0, players: [], game: newGame(ONLINE_RULE_SET) };
  const [v, { players, record, last }] = [Number(version), JSON.parse(text) as State];
  const known = rooms.get(roomId);
  const next = last && known?.v === v - 1 ? play(known.game, last) : null;
  const game = next?.ok ? next : parseRecord(record, { ruleSet: ONLINE_RULE_SET });
  if (!game.ok) throw new Error('a damaged record');
  const room = { v, players, game: game.value };
  rooms.set(roomId, room);
  return room;
}

async function store(roomId: string, { v, players, game }: Room, last: Move | null): Promise<boolean> {
  const state: State = { players, record: formatRecord(game), last };
  const stored = await compareAndSet.call(redis, keyOf(roomId), v - 1, v, JSON.stringify(state));
  if (stored === 1) rooms.set(roomId, { v, players, game });
  return stored === 1;
}

/** The first user is red, the second blue; the others are spectators. */
async function join(roomId: string, userId: string): Promise<Room> {
  for (;;) {
    const room = await load(roomId);
    if (room.players.includes(userId) || room.players.length === 2) return room;
    const after = { ...room, v: room.v + 1, players: [...room.players, userId] };
    if (await store(roomId, after, null)) return after;
  }
}

/** Returns the room after the move, or its refusal. */
async function move(userId: string, { roomId, from, to, player, ply }: MoveMessage): Promise<Room | string> {
  const known = rooms.get(roomId);
  let room = known && plyCount(known.game) === ply ? known : await load(roomId);
  for (;;) {
    if (room.players[player - 1] !== userId) return 'NOT_A_PLAYER';
    if (turn(positionOf(room.game)) !== fromWireSide(player)) return 'NOT_YOUR_TURN';
    const played = play(room.game, { from, to });
    if (!played.ok) return played.error;
    const after = { ...room, v: room.v + 1, game: played.value };
    if (await store(roomId, after, { from, to })) return after;
    room = await load(roomId);
  }
}

async function onMove(socket: Socket, message: unknown, ack: Ack): Promise<void> {
  const parsed = CLIENT_EVENTS.move.message.safeParse(message);
  if (!parsed.success) return ack({ ok: false, code: 'INVALID_INPUT' });
  const { roomId, from, to, player } = parsed.data;
  const room = await move(socket.data.userId, parsed.data);
  if (typeof room === 'string') return ack({ ok: false, code: room });
  io.to(roomId).emit('moveMade', { roomId, v: room.v, ply: plyCount(room.game), player, from, to });
  ack({ ok: true, v: room.v });
}

const http = createServer((_request, response) => response.end('{}'));
const adapter = createShardedAdapter(redis, new Redis(REDIS_URL));
const io = new Server(http, { path: '/socket.io', serveClient: false, adapter });
io.engine.generateId = () => `${NODE_ID}.${randomBytes(15).toString('base64url')}`;
const verifier = createTokenVerifier({ publicKey: readFileSync(JWT_PUBLIC_KEY_FILE, 'utf8'), redis });
io.use((socket, next) => {
  verifier.verify(socket.handshake.auth.token).then((data) => {
    socket.data = data;
    next();
  }, next);
});
io.on('connection', (socket) => {
  socket.on('joinRoom', async ({ roomId }: { roomId: string }, ack: Ack) => {
    const { v, players, game } = await join(roomId, socket.data.userId);
    await socket.join(roomId);
    ack({ ok: true, v, players, record: formatRecord(game) });
  });
  socket.on('move', (message: unknown, ack: Ack) => {
    onMove(socket, message, ack).catch(() => ack({ ok: false, code: 'UNAVAILABLE' }));
  });
});
http.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
tuneV8();
