import type { RedisClient } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { BackupError } from './backup-error.ts';
import { inBatches } from './lines.ts';

/** A key as returned by `DUMP` (base64), and its remaining time to live in ms; 0 for none. */
interface StoredKey {
  key: string;
  ttl: number;
  dump: string;
}

const SCAN_COUNT = 1_000;
const RESTORE_BATCH = 200;

/** Returns the hash tag of a key, as in Redis Cluster: keys with the same tag change together. */
function tagOf(key: string): string {
  return /\{([^}]+)\}/.exec(key)?.[1] ?? key;
}

/** Returns the servers that contain all keys: one, or the masters of a cluster, which must be complete. */
export async function serversOf(redis: RedisClient): Promise<Redis[]> {
  if (!('nodes' in redis)) return [redis];
  // The client has the list of masters only after its first command.
  await redis.cluster('INFO');
  const masters = redis.nodes('master');
  await Promise.all(masters.map(assertWhole));
  return masters;
}

const SLOTS = 16_384;

/** Keys of an unreachable master, or of a slot in migration, would be missed silently. */
async function assertWhole(master: Redis): Promise<void> {
  const [info, nodes] = await Promise.all([master.cluster('INFO'), master.cluster('NODES')]).catch(() => []);
  if (!String(info).includes(`cluster_slots_ok:${SLOTS}\r`))
    throw new BackupError('a part of the Redis cluster is away; try again when all of it is there');
  if (/\[\d+-[<>]-/.test(String(nodes)))
    throw new BackupError('slots of the Redis cluster are being moved; try again when that is done');
}

/** Returns a value that changes when a slot moves to another master. */
async function epochsOf(servers: readonly Redis[], redis: RedisClient): Promise<string> {
  if (!('nodes' in redis)) return '';
  const infos = await Promise.all(servers.map((server) => server.cluster('INFO')));
  return infos.map((info) => /cluster_current_epoch:\d+/.exec(String(info))?.[0]).join();
}

/** Returns every permanent key, by tag. A key that is added or deleted during the scan may be missing. */
async function keysByTag(redis: RedisClient): Promise<string[][]> {
  const found = new Set<string>();
  for (const server of await serversOf(redis)) {
    let cursor = '0';
    do {
      const [next, keys] = await server.scan(cursor, 'COUNT', SCAN_COUNT);
      for (const key of keys) found.add(key);
      cursor = next;
    } while (cursor !== '0');
  }
  return [...Map.groupBy(found, tagOf).values()];
}

/** Dumps the keys of one tag at one moment. */
async function dumpTogether(redis: RedisClient, keys: readonly string[]): Promise<StoredKey[]> {
  const transaction = redis.multi();
  for (const key of keys) transaction.dumpBuffer(key).pttl(key);
  const replies = (await transaction.exec()) ?? [];
  const values = replies.map(([error, value]) => {
    if (error) throw error;
    return value;
  });
  return keys.flatMap((key, index) => {
    const dump = values[2 * index] as Buffer | null;
    const ttl = Math.max(0, Number(values[2 * index + 1]));
    return dump === null ? [] : [{ key, ttl, dump: dump.toString('base64') }];
  });
}

/**
 * Yields every key, one line each. Keys with one tag (a room: its state, events and outbox) are read at one moment;
 * the whole backup is not of one moment, which is not required.
 */
export async function* dumpKeys(redis: RedisClient): AsyncGenerator<string> {
  const before = await epochsOf(await serversOf(redis), redis);
  for (const keys of await keysByTag(redis))
    for (const stored of await dumpTogether(redis, keys)) yield JSON.stringify(stored);
  if ((await epochsOf(await serversOf(redis), redis)) !== before)
    throw new BackupError('slots of the Redis cluster got other masters meanwhile; take the backup again');
}

/** Restores the keys with their remaining time to live. Throws if a key exists. */
export async function restoreKeys(redis: RedisClient, lines: AsyncIterable<string>): Promise<void> {
  for await (const batch of inBatches(lines, RESTORE_BATCH)) {
    const stored = batch.map((line) => JSON.parse(line) as StoredKey);
    // Sends separate commands, as the keys of a batch may be on several servers; they are pipelined.
    await Promise.all(
      stored.map(({ key, ttl, dump }) =>
        redis.restore(key, ttl, Buffer.from(dump, 'base64')).catch((error: Error) => {
          throw new BackupError(`Redis does not take the key ${key}: ${error.message}`);
        }),
      ),
    );
  }
}
