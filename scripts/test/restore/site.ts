import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@doushouqi/operations';
import { createLiveRooms, createRoomCommands, createRoomJobs, createRoomStore } from '@doushouqi/room-core';
import { startTestRedis, startTestStore } from '@doushouqi/service-kit/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Redis } from 'ioredis';
import { BSON, MongoClient } from 'mongodb';

const HOUR_MS = 3_600_000;

/** Content of both stores: hashes of keys and collections, by name. */
export type Content = Readonly<Record<string, string>>;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function valueIn(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  if (type === 'set') return (await redis.smembers(key)).sort();
  if (type === 'hash') return Object.entries(await redis.hgetall(key)).sort();
  if (type === 'zset') return redis.zrange(key, '0', '-1', 'WITHSCORES');
  if (type === 'list') return redis.lrange(key, 0, -1);
  if (type === 'stream') return redis.xrange(key, '-', '+');
  return redis.get(key);
}

/** Real stores, a place for backups, and keys. */
export async function startSite() {
  const [redisServer, store] = await Promise.all([startTestRedis(), startTestStore()]);
  const dir = mkdtempSync(join(tmpdir(), 'doushouqi-restore-'));
  // Not by `connectRedis`: a restore refuses connections of services.
  const redis = new Redis(redisServer.url);
  const mongo = await new MongoClient(store.url).connect();
  const db = mongo.db();
  const identity = await generateX25519Identity();
  const addresses = { redisUrl: redisServer.url, mongodbUrl: store.url };

  const writeKey = (name: string): string => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const file = join(dir, name);
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return file;
  };
  writeFileSync(join(dir, 'identity'), identity);
  writeFileSync(join(dir, 'other-identity'), await generateX25519Identity());
  const env = {
    BACKUP_SCRATCH: dir,
    BACKUP_RECIPIENTS: await identityToRecipient(identity),
    BACKUP_IDENTITY_FILE: join(dir, 'identity'),
    BACKUP_SIGNING_KEY_FILE: writeKey('signing.pem'),
  };

  async function clear(): Promise<void> {
    await redis.flushall();
    for (const { name } of await db.listCollections().toArray()) await db.dropCollection(name);
  }

  /** Creates a running game. */
  async function play(roomId: string): Promise<void> {
    const jobs = createRoomJobs(redis);
    const parts = { store: createRoomStore(redis), live: createLiveRooms(redis), jobs };
    const commands = createRoomCommands({ ...parts, now: Date.now, onJobFailed: () => undefined });
    for (const seat of ['red', 'blue'])
      await commands.execute(roomId, {
        type: 'join',
        userId: `${seat}-${roomId}`,
        newGameId: `game-${roomId}`,
      });
    await jobs.close();
  }

  /** Replaces all content by that of a site with this name. */
  async function fill(name: string): Promise<void> {
    await clear();
    const members = Array.from({ length: 600 }, (_, n) => `${name}-${n}`);
    await redis.set('limit:login:1.2.3.4', name, 'EX', 3_600);
    await redis.set(`odd:${name}}{`, name);
    await redis.set('limit:login:soon', name, 'EX', 450);
    await redis.sadd('{ladder}:absent', members);
    await redis.hset('{pairing}:playing', Object.fromEntries(members.map((one) => [one, name])));
    await redis.zadd('{ladder}:rated', ...members.flatMap((one, n) => [n, one]));
    await redis.rpush('{room:R9}:outbox', name, 'second');
    await redis.xadd('{queue}:room:events', '1-1', 'event', name);
    for (let n = 0; n < 30; n++) await redis.set(`{user:${name}-${n}}:blocked`, name);
    await play(`${name}1`);
    const users = members.map((username) => ({ username, of: name, at: new Date(1), rating: 1500.5 }));
    await db.collection('users').insertMany(users);
    await db.collection('users').createIndex({ username: 1 }, { unique: true });
    await db.collection('devices').insertMany([
      { of: name, expiresAt: new Date(Date.now() + 24 * HOUR_MS) },
      { of: name, soon: true, expiresAt: new Date(Date.now() + HOUR_MS / 8) },
    ]);
    await db.collection('devices').createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await db.collection(`only-${name}`).insertOne({ of: name });
  }

  /** `what`: `stable` omits what a restore changes. */
  async function content(what: 'all' | 'stable' = 'all'): Promise<Content> {
    const isStable = (key: string): boolean =>
      !/^(\{queue\}|rooms:live|\{room:(old|new)|operations:)/.test(key);
    const keys = (await redis.keys('*')).filter((key) => what === 'all' || isStable(key));
    const values = await Promise.all(
      keys.map(async (key) => [key, hashOf(JSON.stringify(await valueIn(redis, key)))] as const),
    );
    const collections = (await db.listCollections().toArray()).map(async ({ name }) => {
      const lines = (await db.collection(name).find().toArray()).map((one) => BSON.EJSON.stringify(one));
      const indexes = (await db.collection(name).listIndexes().toArray()).map((one) => JSON.stringify(one));
      const text = [...lines, ...indexes].sort().join('\n');
      return [`documents ${name}`, `${lines.length} ${hashOf(text)}`] as const;
    });
    return Object.fromEntries([...values, ...(await Promise.all(collections))]);
  }

  /** Runs a command of the operator. Returns its exit code and everything that it prints. */
  async function run(
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
    now: () => number = Date.now,
  ): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    const { error } = console;
    console.error = (line: string) => void lines.push(line);
    try {
      const print = (line: string) => void lines.push(line);
      const code = await runCommand(args, {
        addresses: () => addresses,
        env: { ...env, ...more },
        print,
        now,
      });
      return { code, output: lines.join('\n') };
    } finally {
      console.error = error;
    }
  }

  return {
    ...{ dir, redis, db, env, addresses, writeKey, clear, fill, content, run, redisServer },
    async stop(): Promise<void> {
      redis.disconnect();
      await mongo.close();
      await Promise.all([redisServer.stop(), store.stop()]);
      rmSync(dir, { recursive: true });
    },
  };
}
