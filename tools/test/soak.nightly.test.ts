import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ARCHIVE_QUEUE, PUSH_QUEUE, QUEUE_PREFIX, ROOM_QUEUE } from '@doushouqi/protocol';
import { freePorts, gameScripts, ROOM_FOR_ONE_ADDRESS, startPlatform } from '@doushouqi/scripts';
import { closeRedis, connectMongo, connectRedis } from '@doushouqi/service-kit';
import { apiFrom, signTestToken } from '@doushouqi/service-kit/testing';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { times } from '../src/numbers.ts';
import { type Memory, MemoryMeter, REPORTS_MEMORY } from '../src/processes.ts';
import { RawSocket } from '../src/raw-socket.ts';

const ROOMS = 60;
const ALLOWED_GROWTH = 1.1;
const LIVE_ROOMS = 'rooms:live';
const SCRIPTS = gameScripts(16, 8);
/** Keys without expiry, whose number does not grow with the rooms: queues, nodes, users online, mirrors, the ladder. */
const PERMANENT = [
  new RegExp(`^\\{queue\\}:(${ROOM_QUEUE}|${ARCHIVE_QUEUE}|${PUSH_QUEUE}):(meta|id|marker|events)$`),
  /^\{nodes\}:(beats|sessions)$/,
  /^\{online\}:watched$/,
  /^mirror:[a-z]+:(runs|done)$/,
  /^\{ladder\}:(filled|(fast|slow|bot)(:until|:seq)?)$/,
];

const dataDir = mkdtempSync(join(tmpdir(), 'doushouqi-soak-'));
writeFileSync(join(dataDir, 'index.html'), '');
const [port = 0] = await freePorts(1);
const meter = new MemoryMeter();
const env = { ...ROOM_FOR_ONE_ADDRESS, ...REPORTS_MEMORY };
const platform = await startPlatform({ dataDir, port, webDist: dataDir, log: meter.log, env });
const redis = connectRedis(platform.redisUrl, { role: 'queue' }) as Redis;
const privateKey = readFileSync(join(platform.keysDir, 'jwt-private.pem'), 'utf8');
afterAll(async () => {
  await closeRedis(redis);
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs one room from its creation until all users have left; every fourth has a spectator, chat and an offer. */
async function lifeOfARoom(round: string, index: number): Promise<void> {
  const roomId = `soak-${round}-${index}`;
  const params = { roomId };
  const hasExtras = index % 4 === 0;
  const arrive = async (n: number) => {
    const userId = Buffer.from(`${round}${index}-${n}`).toString('hex').padStart(24, '0');
    const token = signTestToken(userId, privateKey);
    const api = apiFrom(platform.url, undefined, token);
    await api.joinRoom({ body: { roomId } });
    const client = await RawSocket.connect(platform.url, token);
    await client.join(roomId);
    return { api, client };
  };
  const users = await times(hasExtras ? 3 : 2, arrive, 1);
  const [red, blue, spectator] = users;
  for (const [ply, move] of SCRIPTS[index % SCRIPTS.length]!.entries()) {
    const message = { roomId, ...move, player: (ply % 2) + 1, ply, id: String(ply) };
    expect(await users[ply % 2]!.client.ask('move', message)).toMatchObject({ ok: true });
  }
  if (spectator) {
    await red!.api.sayInRoom({ params, body: { content: `请多指教 ${index}` } });
    await red!.api.requestDraw({ params });
    await blue!.api.cancelDraw({ params });
  }
  await users[index % 2]!.api.surrender({ params });
  await spectator?.api.leaveSpectating({ params });
  for (const one of [red, blue]) await one!.api.leaveRoom({ params });
  for (const { client } of users) client.close();
}

/** Makes scheduled jobs and sweeps due until none remains. */
async function untilQuiet(): Promise<void> {
  const queues = [ROOM_QUEUE, ARCHIVE_QUEUE].map(
    (name) => new Queue(name, { connection: redis, prefix: QUEUE_PREFIX }),
  );
  for (let left = 1; left > 0; await delay(500)) {
    await Promise.all(queues.map((queue) => queue.promoteJobs()));
    for (const member of await redis.zrangebyscore(LIVE_ROOMS, Date.now(), '+inf'))
      await redis.zincrby(LIVE_ROOMS, -3_600_000, member);
    const jobs = await times(2, (n) => queues[n]!.getJobCountByTypes('waiting', 'active', 'delayed'));
    left = (await redis.zcard(LIVE_ROOMS)) + jobs[0]! + jobs[1]!;
  }
  // Each queue logs its last 10 000 job events; the log belongs to no room.
  await Promise.all(queues.map((queue) => queue.trimEvents(0)));
  await Promise.all(queues.map((queue) => queue.close()));
}

/** Opens and closes rooms, then runs all scheduled work and expires all keys. Returns what is left. */
async function round(name: string) {
  await times(ROOMS, (index) => lifeOfARoom(name, index), 24);
  await untilQuiet();
  const stray: string[] = [];
  for (const key of await redis.keys('*')) {
    const ttl = await redis.pttl(key);
    if (ttl > 0) await redis.del(key);
    else if (ttl === -1 && !PERMANENT.some((pattern) => pattern.test(key))) stray.push(key);
  }
  const connection = await connectMongo(platform.mongodbUrl);
  const { deletedCount: archived } = await connection.collection('gamerecords').deleteMany({});
  await connection.close();
  const usage = new Map<string, Memory>();
  for (const process of platform.processes.keys())
    if (process !== 'redis') usage.set(process, await meter.read(platform, process));
  await redis.memory('PURGE');
  const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  return { stray, archived, usage: usage.set('redis', { heap: used, external: 0, resident: 0 }) };
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
