import { randomBytes } from 'node:crypto';
import { formatRecord, type Game, type Move, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import { gameScripts } from '@doushouqi/scripts';
import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { io } from 'socket.io-client';
import { mustPost } from '../../measure/requests.ts';
import type { Attack, Target } from '../attack.ts';

/** Current length limit of a game, and the former maximum. Plies. */
const BOUND = 1_000;
const ONCE = 4_000;
const AT_ONCE = 5;
const READS = 100;
const MOST_READING_MS = 20_000;
const MOST_MS = 1_000;

function gameOf(moves: readonly Move[]): Game {
  return moves.reduce((game, move) => {
    const played = play(game, move);
    if (!played.ok) throw new Error(played.error);
    return played.value;
  }, newGame(ONLINE_RULE_SET));
}

/** Stored fields of a room, in this checkout's form or an older one. */
interface Stored {
  v: number;
  header?: { ply: number };
  game?: { record: string; moveTimes: string };
}

/** Writes a game into an unused room, because playing thousands of moves takes minutes. */
async function put(redis: RedisClient, roomId: string, moves: readonly Move[]): Promise<void> {
  const [key] = await redis.keys(`{room:${roomId}}:state*`);
  const text = key && (await redis.hget(key, 'room'));
  if (!key || !text) throw new Error('the room is gone');
  const stored = JSON.parse(text) as Stored;
  stored.v = Number(await redis.hget(key, 'v')) + 1;
  const played = {
    record: formatRecord(gameOf(moves)),
    moveTimes: moves.map((_, ply) => `${ply},`).join(''),
  };
  Object.assign(stored.game ?? stored, played);
  if (stored.header) stored.header.ply = moves.length;
  await redis.hset(key, 'v', stored.v, 'room', JSON.stringify(stored));
}

function join({ platform, newAddress }: Target, token: string, roomId: string): Promise<void> {
  return mustPost(platform.url, { token, address: newAddress() }, '/games/rooms', { roomId });
}

/** Continues a game for a few moves while they are accepted. */
async function playOn(target: Target, tokens: readonly string[], roomId: string, script: readonly Move[]) {
  const sockets = tokens.map((token) =>
    io(target.platform.url, { auth: { token }, transports: ['websocket'], forceNew: true }),
  );
  for (const socket of sockets) await socket.emitWithAck('joinRoom', { roomId });
  for (let ply = BOUND - 2; ply < BOUND + 2; ply++) {
    const side = ply % 2;
    const message = { roomId, ...script[ply], player: side + 1, ply, id: `${ply}` };
    if (!(await sockets[side]!.emitWithAck('move', message)).ok) break;
  }
  for (const socket of sockets) socket.disconnect();
}

/** Creates a room with a running game of this many plies. */
async function roomWith(
  target: Target,
  redis: RedisClient,
  tokens: readonly string[],
  moves: readonly Move[],
) {
  const roomId = randomBytes(8).toString('hex');
  for (const token of tokens) await join(target, token, roomId);
  await put(redis, roomId, moves);
  return roomId;
}

/** Two players extend a game without end; resolves to the room of the longest game. */
async function playWithoutEnd(
  target: Target,
  redis: RedisClient,
): Promise<{ roomId: string; plies: number }> {
  const tokens = [0, 1].map(() => target.tokenOf(randomBytes(12).toString('hex')));
  const script = gameScripts(1, BOUND + 2)[0]!;
  const roomId = await roomWith(target, redis, tokens, script.slice(0, BOUND - 2));
  await playOn(target, tokens, roomId, script);
  const response = await fetch(`${target.platform.url}/api/games/rooms/${roomId}?view=compact`);
  const { status, record } = (await response.json()) as { status: string; record: string };
  const plies = (record.length - 6) / 3;
  if (status !== 'playing' || plies < BOUND) return { roomId, plies };
  const longest = gameScripts(1, ONCE)[0]!;
  return { roomId: await roomWith(target, redis, tokens, longest), plies: longest.length };
}

/** Reads the room with all its boards. */
async function readRoom({ platform, newAddress }: Target, roomId: string, address = newAddress()) {
  const response = await fetch(`${platform.url}/api/games/rooms/${roomId}`, {
    headers: { 'x-forwarded-for': address },
  });
  return { ok: response.ok, bytes: (await response.arrayBuffer()).byteLength };
}

async function timed<T>(work: Promise<T>): Promise<{ ms: number; value: T }> {
  const begun = performance.now();
  const value = await work;
  return { ms: performance.now() - begun, value };
}

async function readRepeatedly(target: Target, roomId: string) {
  const reads = Promise.all(Array.from({ length: AT_ONCE }, () => readRoom(target, roomId)));
  const stranger = target.tokenOf(randomBytes(12).toString('hex'));
  const [seen, joined] = await Promise.all([
    timed(reads),
    timed(join(target, stranger, randomBytes(8).toString('hex'))),
  ]);
  const address = target.newAddress();
  let [taken, sent] = [0, 0];
  for (
    const deadline = Date.now() + MOST_READING_MS;
    sent < READS && Date.now() < deadline;
    sent += AT_ONCE
  ) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, () => readRoom(target, roomId, address)));
    taken += some.filter(({ ok }) => ok).length;
  }
  return { seen, joined, taken, sent };
}

export const longGame: Attack = {
  name: 'long-game',
  what: `Two players never end their game; then the room is read ${AT_ONCE} times in parallel, and ${READS} times from one address.`,
  aim: `A game ends at ply ${BOUND}; a stranger joins a room in under ${MOST_MS} ms; one address is refused.`,
  slow: true,
  async run(target) {
    const redis = connectRedis(target.platform.redisUrl, { role: 'queue' });
    const { roomId, plies } = await playWithoutEnd(target, redis);
    await closeRedis(redis);
    const { seen, joined, taken, sent } = await readRepeatedly(target, roomId);
    const figures = {
      plies: String(plies),
      'one read': `${((seen.value[0]?.bytes ?? 0) / 1_000).toFixed(0)} kB`,
      [`${AT_ONCE} reads at once`]: `${seen.ms.toFixed(0)} ms`,
      'a stranger’s join': `${joined.ms.toFixed(0)} ms`,
      served: `${taken} of ${sent}`,
    };
    return { figures, holds: plies <= BOUND && joined.ms < MOST_MS && taken < sent };
  },
};
