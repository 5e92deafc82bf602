import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ARCHIVE_QUEUE, PUSH_QUEUE, QUEUE_PREFIX, ROOM_QUEUE } from '@doushouqi/protocol';
import type { Move } from '@doushouqi/rules';
import { freePorts, gameScripts, ROOM_FOR_ONE_ADDRESS, startPlatform } from '@doushouqi/scripts';
import { closeRedis, connectMongo, connectRedis } from '@doushouqi/service-kit';
import { apiFrom, signTestToken } from '@doushouqi/service-kit/testing';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { times } from '../src/numbers.ts';
import { type Memory, MemoryMeter, REPORTS_MEMORY } from '../src/processes.ts';
import { RoomClient } from '../src/room-client.ts';

const ROOMS = 60;
const AT_ONCE = 24;
const ALLOWED_GROWTH = 1.1;
const LIVE_ROOMS = 'rooms:live';
const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 500;
const SCRIPTS = gameScripts(16, 8);
/** Keys without expiry. Their number does not grow with the rooms. */
const PERMANENT = [
  // A queue itself: its settings, counter and capped log.
  new RegExp(`^\\{queue\\}:(${ROOM_QUEUE}|${ARCHIVE_QUEUE}|${PUSH_QUEUE}):(meta|id|marker|events)$`),
  // When each realtime node last renewed its lease, and its number of sessions.
  /^\{nodes\}:(beats|sessions)$/,
  // The users who are shown as online, each until a lease after the last connection.
  /^\{online\}:watched$/,
  // The last run of a mirror that has begun, and the last complete one.
  /^mirror:[a-z]+:(runs|done)$/,
  // The ladder: as many entries as users with a rated game.
  /^\{ladder\}:(filled|(fast|slow|bot)(:until|:seq)?)$/,
];

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-soak-'));
writeFileSync(join(dataDir, 'index.html'), '');
const [port = 0] = await freePorts(1);
const meter = new MemoryMeter();
const platform = await startPlatform({
  dataDir,
  port,
  webDist: dataDir,
  log: meter.log,
  env: { ...ROOM_FOR_ONE_ADDRESS, ...REPORTS_MEMORY },
});
const redis = connectRedis(platform.redisUrl, { role: 'queue' }) as Redis;
const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
afterAll(async () => {
  await closeRedis(redis);
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs one room from its creation until all users have left; every fourth has a spectator, chat and an offer. */
async function lifeOfARoom(moves: readonly Move[], index: number, round: string): Promise<void> {
  const roomId = `soak-${round}-${index}`;
  const params = { roomId };
  const arrive = async (n: number) => {
    const userId = Buffer.from(`${round}${index}-${n}`).toString('hex').padStart(24, '0').slice(-24);
    const token = signTestToken(userId, privateKey);
    const api = apiFrom(platform.url, undefined, token);
    await api.joinRoom({ body: { roomId } });
    const client = await RoomClient.connect(platform.url, token);
    await client.join(roomId);
    return { api, client };
  };
  const hasExtras = index % 4 === 0;
  const [red, blue] = [await arrive(1), await arrive(2)];
  const spectator = hasExtras ? await arrive(3) : null;
  for (const [ply, move] of moves.entries()) {
    const { client } = ply % 2 === 0 ? red : blue;
    const message = { roomId, ...move, player: (ply % 2) + 1, ply, id: String(ply) };
    expect(await client.ask('move', message)).toMatchObject({ ok: true });
  }
  if (hasExtras) {
    await red.api.sayInRoom({ params, body: { content: `请多指教 ${index}` } });
    await red.api.requestDraw({ params });
    await blue.api.cancelDraw({ params });
  }
  const [loser, winner] = index % 2 === 0 ? [red, blue] : [blue, red];
  await loser.api.surrender({ params });
  await spectator?.api.leaveSpectating({ params });
  for (const { api } of [loser, winner]) await api.leaveRoom({ params });
  for (const one of [red, blue, spectator]) one?.client.close();
}

/** Makes scheduled jobs and sweeps due until none remains. */
async function untilQuiet(): Promise<void> {
  const queues = [ROOM_QUEUE, ARCHIVE_QUEUE].map(
    (name) => new Queue(name, { connection: redis, prefix: QUEUE_PREFIX }),
  );
  for (let left = 1; left > 0; await delay(LOOK_EVERY_MS)) {
    await Promise.all(queues.map((queue) => queue.promoteJobs()));
    const live = await redis.zrangebyscore(LIVE_ROOMS, Date.now(), '+inf');
    for (const member of live) await redis.zincrby(LIVE_ROOMS, -HOUR_MS, member);
    const jobs = await times(2, (n) => queues[n]!.getJobCountByTypes('waiting', 'active', 'delayed'));
    left = (await redis.zcard(LIVE_ROOMS)) + jobs[0]! + jobs[1]!;
  }
  // Each queue logs its last 10 000 job events; the log belongs to no room.
  await Promise.all(queues.map((queue) => queue.trimEvents(0)));
  await Promise.all(queues.map((queue) => queue.close()));
}

/** Expires every key that has an expiry; returns the others that should have one. */
async function expireKeys(): Promise<string[]> {
  const keys = await redis.keys('*');
  const stray: string[] = [];
  for (const key of keys) {
    const ttl = await redis.pttl(key);
    if (ttl > 0) await redis.pexpire(key, 1);
    else if (ttl === -1 && !PERMANENT.some((pattern) => pattern.test(key))) stray.push(key);
  }
  // Redis removes unread expired keys step by step; a read removes one at once.
  for (const key of keys) await redis.exists(key);
  return stray;
}

/** Opens and closes rooms, then runs all scheduled work and expires all keys. */
async function round(name: string) {
  await times(ROOMS, (index) => lifeOfARoom(SCRIPTS[index % SCRIPTS.length]!, index, name), AT_ONCE);
  await untilQuiet();
  const stray = await expireKeys();
  const connection = await connectMongo(platform.mongodbUrl);
  const { deletedCount: archived } = await connection.collection('gamerecords').deleteMany({});
  await connection.close();
  const usage = new Map<string, Memory>();
  for (const process of platform.processes.keys())
    if (process !== 'redis') usage.set(process, await meter.read(platform, process));
  return { stray, archived, usage };
}

test('frees memory and keys of closed rooms', { timeout: 240_000 }, async () => {
  const { usage: before } = await round('a');
  const { stray, archived, usage } = await round('b');
  expect(stray).toEqual([]);
  expect(archived).toBe(ROOMS);
  const grown = [...usage].filter(([name, { heap, external }]) => {
    const had = before.get(name)!;
    return heap > had.heap * ALLOWED_GROWTH || external > had.external * ALLOWED_GROWTH;
  });
  expect(grown).toEqual([]);
});
