import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LAST_BACKUP_KEY } from '@doushouqi/protocol/server';
import { isPlaying } from '@doushouqi/room';
import { createLiveRooms, createRoomCommands, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import { closeRedis, connectRedis, nodeAt, ownerOf, type RedisClient, slotOf } from '@doushouqi/service-kit';
import {
  clearRedis,
  keysLike,
  startTestCluster,
  startTestSentinels,
  startTestStore,
} from '@doushouqi/service-kit/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Cluster } from 'ioredis';
import { MongoClient } from 'mongodb';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startS3Server } from './s3-server.ts';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const ROOMS = 30;
const run = promisify(execFile);

const temporary = mkdtempSync(join(tmpdir(), 'doushouqi-backup-'));
let taken = 0;

const [cluster, sentinels, store] = await Promise.all([
  startTestCluster(),
  startTestSentinels(),
  startTestStore(),
]);
// Not by `connectRedis`: a restore refuses connections of services.
const redis = new Cluster(cluster.url.replace(/^.*\/\//, '').split(','));
const mongo = await new MongoClient(store.url).connect();
const notes = mongo.db().collection<{ _id: string }>('notes');
beforeEach(async () => {
  await clearRedis(redis);
  await mongo.db().dropDatabase();
});
afterAll(async () => {
  await closeRedis(redis);
  await mongo.close();
  await Promise.all([cluster.stop(), sentinels.stop(), store.stop()]);
  rmSync(temporary, { recursive: true });
});

function newKey(name: string): string {
  const file = join(temporary, name);
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return file;
}
const signingKey = newKey('signing.pem');

/** Runs a command of the image `operations`; rejects with its output. */
async function command(
  redisUrl: string,
  command: string,
  place: string,
  flags: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = {
    ...process.env,
    REDIS_URL: redisUrl,
    MONGODB_URL: store.url,
    BACKUP_SIGNING_KEY_FILE: signingKey,
  };
  const { stdout } = await run(process.execPath, [MAIN, command, place, ...flags], {
    env: { ...env, ...settings },
  }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return stdout;
}
function newFolder(): string {
  taken += 1;
  return join(temporary, String(taken));
}

function commandsOf(client: RedisClient) {
  const [rooms, jobs] = [createRoomStore(client), createRoomJobs(client)];
  const options = { live: createLiveRooms(client), jobs, now: Date.now, onJobFailed: () => undefined };
  return { rooms, jobs, commands: createRoomCommands({ store: rooms, ...options }) };
}
/** Creates running games on every master, and keys of other kinds. */
async function fill(): Promise<void> {
  const { jobs, commands } = commandsOf(redis);
  for (let n = 0; n < ROOMS; n++) {
    for (const seat of ['red', 'blue']) {
      const command = { type: 'join', userId: `${seat}-${n}`, newGameId: `game-${n}` } as const;
      expect(await commands.execute(`R${n}`, command)).toMatchObject({ ok: true });
    }
  }
  await jobs.close();
  await notes.insertMany([{ _id: 'a' }, { _id: 'b' }]);
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
  const { rooms, jobs } = commandsOf(client);
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
  const said = await command(cluster.url, 'restore', dir, ['--replace']);
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
  await mongo.db().dropDatabase();
  await command(sentinels.url, 'restore', first);
  const single = connectRedis(sentinels.url, { role: 'command' });
  expect(await contents(single)).toEqual(before);
  expect(await gamesIn(single)).toBe(ROOMS);
  await closeRedis(single);
  await command(sentinels.url, 'backup', second);
  await command(cluster.url, 'restore', second, ['--replace']);
  expect(await contents(redis)).toEqual(before);
});

test('stores encrypted backups in an object store, reads them back, and deletes expired ones', async () => {
  await fill();
  const identity = await generateX25519Identity();
  const identityFile = join(temporary, 'identity');
  writeFileSync(identityFile, `# created by age-keygen\n${identity}\n`);
  const s3 = await startS3Server();
  const settings = {
    S3_ENDPOINT: s3.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    BACKUP_KEEP_LAST: '1',
    BACKUP_KEEP_DAILY: '0',
    BACKUP_KEEP_WEEKLY: '0',
  };
  const place = 's3://backups/site';
  await expect(command(cluster.url, 'backup', place, [], settings)).rejects.toThrow('BACKUP_RECIPIENTS');
  const sealed = { ...settings, BACKUP_RECIPIENTS: await identityToRecipient(identity) };
  s3.objects.set('backups/site/20200101T000000Z/manifest.json', Buffer.from('{}'));
  s3.objects.set('backups/site/20200102T000000Z/redis.jsonl.gz.age', Buffer.from('incomplete'));
  const said = await command(cluster.url, 'backup', place, ['--prune'], sealed);
  expect(said).toContain('deleted: 20200101T000000Z, 20200102T000000Z');
  const data = [...s3.objects].filter(([key]) => !/\/manifest\.(json|sig)$/.test(key));
  expect(data.length).toBeGreaterThan(0);
  for (const [key, bytes] of data) {
    expect(key).toMatch(/\.age$/);
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  }
  expect(Number(await redis.get(LAST_BACKUP_KEY))).toBeGreaterThan(0);

  const restore = (more: Readonly<Record<string, string>>) =>
    command(cluster.url, 'drill', place, ['--replace'], { ...settings, ...more });
  await expect(restore({})).rejects.toThrow('BACKUP_IDENTITY_FILE');
  const table = await restore({ BACKUP_IDENTITY_FILE: identityFile });
  expect(table).toContain('| Redis limit | 1 | 1 | equal |');
  expect(table).toContain(`${ROOMS} games go on`);

  const [key, bytes] = data[0]!;
  s3.objects.set(key, Buffer.concat([bytes, Buffer.from('x')]));
  await expect(restore({ BACKUP_IDENTITY_FILE: identityFile })).rejects.toThrow('is damaged');
  await s3.stop();
  // Seven processes.
}, 180_000);

test.each([
  ['a place that cannot be written', () => cluster.url, '/dev/null/backups', /^ENOTDIR: [^\n]*\n$/],
  ['a Redis that is down', () => 'redis://127.0.0.1:1', newFolder(), /^Redis does not answer: [^\n]*\n$/],
])('reports %s in one line', async (_, url, place, line) => {
  await expect(command(url(), 'backup', place)).rejects.toThrow(line);
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
  await expect(command(cluster.url, 'restore', good, ['--replace'])).rejects.toThrow('are being moved');
  await from.cluster('SETSLOT', slotOf(slot), 'STABLE');

  await from.cluster('DELSLOTS', slotOf(slot));
  await expect(command(cluster.url, 'backup', newFolder())).rejects.toThrow(
    'a part of the Redis cluster is away',
  );
  await from.cluster('ADDSLOTS', slotOf(slot));
});
