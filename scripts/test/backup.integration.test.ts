import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isPlaying } from '@doushouqi/room';
import { createLiveRooms, createRoomDoor, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import { closeRedis, connectRedis, nodeAt, ownerOf, type RedisClient, slotOf } from '@doushouqi/service-kit';
import {
  clearRedis,
  keysLike,
  startTestCluster,
  startTestSentinels,
  startTestStore,
} from '@doushouqi/service-kit/testing';
import type { Cluster } from 'ioredis';
import { afterAll, beforeEach, expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, '..', 'src', 'backup', 'main.ts');
const ROOMS = 30;
const run = promisify(execFile);

const temporary = mkdtempSync(join(tmpdir(), 'doushouqi-backup-'));
let taken = 0;

const [cluster, sentinels, store] = await Promise.all([
  startTestCluster(),
  startTestSentinels(),
  startTestStore(),
]);
const redis = connectRedis(cluster.url, { role: 'command' }) as Cluster;
beforeEach(() => clearRedis(redis));
afterAll(async () => {
  await closeRedis(redis);
  await Promise.all([cluster.stop(), sentinels.stop(), store.stop()]);
  rmSync(temporary, { recursive: true });
});

/** Runs `npm run backup -- …`; rejects with its error output. */
async function command(redisUrl: string, verb: string, dir: string, ...flags: string[]): Promise<string> {
  const env = { ...process.env, REDIS_URL: redisUrl, MONGODB_URL: store.url };
  return (await run(process.execPath, [MAIN, verb, dir, ...flags], { env })).stdout;
}
function newFolder(): string {
  taken += 1;
  return join(temporary, String(taken));
}

function doorOf(client: RedisClient) {
  const [rooms, jobs] = [createRoomStore(client), createRoomJobs(client)];
  const options = { live: createLiveRooms(client), jobs, now: Date.now, onJobFailed: () => undefined };
  return { rooms, jobs, door: createRoomDoor({ store: rooms, ...options }) };
}
/** Creates running games on every master, and keys of other kinds. */
async function fill(): Promise<void> {
  const { jobs, door } = doorOf(redis);
  for (let n = 0; n < ROOMS; n++) {
    for (const seat of ['red', 'blue']) {
      const command = { type: 'join', userId: `${seat}-${n}`, newGameId: `game-${n}` } as const;
      expect(await door.execute(`R${n}`, command)).toMatchObject({ ok: true });
    }
  }
  await jobs.close();
  await redis.set('limit:login:somebody', 3, 'EX', 3_600);
  await redis.hset('{user:u1}:nodes', 'realtime-1', '1');
}
/** Returns keys and their values, without those that a restore changes. */
async function contents(client: RedisClient): Promise<Map<string, string>> {
  const keys = (await keysLike(client, '*')).filter(
    (key) => !key.startsWith('{queue}') && key !== 'rooms:live',
  );
  const room = /^\{room:.*\}:(state|events)/;
  const otherKeys = keys.filter((key) => !room.test(key)).toSorted();
  return new Map(
    await Promise.all(
      otherKeys.map(async (key) => [key, (await client.dumpBuffer(key))!.toString('base64')] as const),
    ),
  );
}
async function gamesIn(client: RedisClient): Promise<number> {
  const { rooms, jobs } = doorOf(client);
  const loaded = await Promise.all(Array.from({ length: ROOMS }, (_, n) => rooms.load(`R${n}`)));
  await jobs.close();
  return loaded.filter((room) => room && isPlaying(room)).length;
}

test('backs up and restores all masters, and refuses a target that is not empty', async () => {
  await fill();
  const sizes = await Promise.all(redis.nodes('master').map((master) => master.dbsize()));
  expect(sizes).toHaveLength(3);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  const [before, keys] = [await contents(redis), sizes.reduce((a, b) => a + b, 0)];
  const dir = newFolder();
  expect(await command(cluster.url, 'backup', dir)).toContain(`${keys} keys of Redis`);

  await expect(command(cluster.url, 'restore', dir)).rejects.toThrow(`not empty: ${keys} keys in Redis`);
  await redis.set('of-later', 'x');
  const said = await command(cluster.url, 'restore', dir, '--replace');
  expect(said).toContain(`${ROOMS} games go on`);
  expect(await contents(redis)).toEqual(before);
  expect(await redis.ttl('limit:login:somebody')).toBeGreaterThan(3_500);
  expect(await gamesIn(redis)).toBe(ROOMS);
});

test('restores the backup of a cluster into a Redis behind sentinels, and back', async () => {
  await fill();
  const before = await contents(redis);
  const [first, second] = [newFolder(), newFolder()];
  await command(cluster.url, 'backup', first);
  await command(sentinels.url, 'restore', first);
  const single = connectRedis(sentinels.url, { role: 'command' });
  expect(await contents(single)).toEqual(before);
  expect(await gamesIn(single)).toBe(ROOMS);
  await closeRedis(single);
  await command(sentinels.url, 'backup', second);
  await command(cluster.url, 'restore', second, '--replace');
  expect(await contents(redis)).toEqual(before);
});

test('refuses a cluster with migrating slots or missing masters', async () => {
  await fill();
  const good = newFolder();
  await command(cluster.url, 'backup', good);
  const [from, to] = [redis.nodes('master')[0]!, redis.nodes('master')[1]!];
  const slot = Array.from({ length: 100 }, (_, n) => `k${n}`).find(
    (key) => nodeAt(redis, ownerOf(redis, key)) === from,
  )!;
  await from.cluster('SETSLOT', slotOf(slot), 'MIGRATING', String(await to.cluster('MYID')));
  await expect(command(cluster.url, 'backup', newFolder())).rejects.toThrow(
    'slots of the Redis cluster are being moved',
  );
  await expect(command(cluster.url, 'restore', good, '--replace')).rejects.toThrow('are being moved');
  await from.cluster('SETSLOT', slotOf(slot), 'STABLE');

  await from.cluster('DELSLOTS', slotOf(slot));
  await expect(command(cluster.url, 'backup', newFolder())).rejects.toThrow(
    'a part of the Redis cluster is away',
  );
  await from.cluster('ADDSLOTS', slotOf(slot));
});
