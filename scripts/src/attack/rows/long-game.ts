import { randomBytes } from 'node:crypto';
import { isPlaying, plyOf, type Room } from '@doushouqi/room';
import { createRoomStore, type RoomStore } from '@doushouqi/room-core';
import { type Game, type Move, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { io } from 'socket.io-client';
import { gameScripts } from '../../bench-rooms/game-scripts.ts';
import type { Attack, Target } from '../attack.ts';

/** Where a game is now said to end, and as long as one could get before. Half-moves. */
const BOUND = 1_000;
const ONCE = 4_000;
const AT_ONCE = 5;
const LOOKS = 200;
const MOST_MS = 1_000;

function gameOf(moves: readonly Move[]): Game {
  return moves.reduce((game, move) => {
    const played = play(game, move);
    if (!played.ok) throw new Error(played.error);
    return played.value;
  }, newGame(ONLINE_RULE_SET));
}

/** Puts a game into a room as if it had been played there: thousands of moves would take minutes. */
async function put(store: RoomStore, roomId: string, moves: readonly Move[]): Promise<void> {
  const game = gameOf(moves);
  for (;;) {
    const room = await store.load(roomId);
    if (!room) throw new Error('the room is gone');
    const header = { ...room.header, ply: moves.length, lastMoveTime: Date.now() };
    const moveTimes = moves.map((_, ply) => `${ply},`).join('');
    const after: Room = { ...room, v: room.v + 1, game, moveTimes, header };
    const event = { type: 'gameStateUpdate', roomId, v: after.v, at: Date.now(), ...header } as const;
    if ((await store.commit(room, after, [event])).committed) return;
  }
}

async function join(target: Target, token: string, roomId: string): Promise<void> {
  const response = await fetch(`${target.platform.url}/api/games/rooms`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': target.newAddress(),
    },
    body: JSON.stringify({ roomId }),
  });
  if (!response.ok) throw new Error(`join: ${response.status}`);
  await response.body?.cancel();
}

/** Goes on with a game for a few moves, as long as they are taken. */
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

/** Two who play on and on; resolves to the length of the longest game that they get. */
async function playForEver(target: Target, store: RoomStore, roomId: string): Promise<number> {
  const tokens = [0, 1].map(() => target.tokenOf(randomBytes(12).toString('hex')));
  for (const token of tokens) await join(target, token, roomId);
  const script = gameScripts(1, ONCE)[0]!;
  await put(store, roomId, script.slice(0, BOUND - 2));
  await playOn(target, tokens, roomId, script);
  const room = await store.load(roomId);
  if (!room || !isPlaying(room)) return room ? plyOf(room) : 0;
  await put(store, roomId, script);
  return script.length;
}

/** Looks at the room with all its boards. */
async function look({ platform, newAddress }: Target, roomId: string, address = newAddress()) {
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

async function lookOnAndOn(target: Target, roomId: string) {
  const looks = Promise.all(Array.from({ length: AT_ONCE }, () => look(target, roomId)));
  const stranger = target.tokenOf(randomBytes(12).toString('hex'));
  const [seen, joined] = await Promise.all([
    timed(looks),
    timed(join(target, stranger, randomBytes(8).toString('hex'))),
  ]);
  const address = target.newAddress();
  let taken = 0;
  for (let n = 0; n < LOOKS / AT_ONCE; n++) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, () => look(target, roomId, address)));
    taken += some.filter(({ ok }) => ok).length;
  }
  return { seen, joined, taken };
}

export const longGame: Attack = {
  name: 'long-game',
  what: `Two play on for ever; then the room is looked at by ${AT_ONCE} at once, and ${LOOKS} times from one address.`,
  aim: `A game ends with half-move ${BOUND}; a stranger’s join takes under ${MOST_MS} ms; one address is refused.`,
  slow: true,
  async run(target) {
    const redis = connectRedis(target.platform.redisUrl, { role: 'queue' });
    const roomId = randomBytes(8).toString('hex');
    const plies = await playForEver(target, createRoomStore(redis), roomId);
    await closeRedis(redis);
    const { seen, joined, taken } = await lookOnAndOn(target, roomId);
    const figures = {
      'half-moves': String(plies),
      'one look': `${((seen.value[0]?.bytes ?? 0) / 1_000).toFixed(0)} kB`,
      [`${AT_ONCE} looks at once`]: `${seen.ms.toFixed(0)} ms`,
      'a stranger’s join': `${joined.ms.toFixed(0)} ms`,
      'let through': `${taken} of ${LOOKS}`,
    };
    return { figures, holds: plies <= BOUND && joined.ms < MOST_MS && taken < LOOKS };
  },
};
