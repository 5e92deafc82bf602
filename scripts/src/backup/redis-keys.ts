import type { RedisClient } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { BackupError } from './backup-error.ts';
import { inBatches } from './lines.ts';

/** A key as `DUMP` gives it (base64), and how long it lives from then on, ms; 0 for ever. */
interface StoredKey {
  key: string;
  ttl: number;
  dump: string;
}

const SCAN_COUNT = 1_000;
const RESTORE_BATCH = 200;

/** What the hash slot of a key is made from, as in Redis Cluster: keys with the same tag change together. */
function tagOf(key: string): string {
  return /\{([^}]+)\}/.exec(key)?.[1] ?? key;
}

/** The servers that hold the keys: one, or the masters of a cluster. */
export function serversOf(redis: RedisClient): Redis[] {
  return 'nodes' in redis ? redis.nodes('master') : [redis];
}

/** Every key that is there all the time, by tag. One that comes or goes meanwhile may be found or not. */
async function keysByTag(redis: RedisClient): Promise<string[][]> {
  const found = new Set<string>();
  for (const server of serversOf(redis)) {
    let cursor = '0';
    do {
      const [next, keys] = await server.scan(cursor, 'COUNT', SCAN_COUNT);
      for (const key of keys) found.add(key);
      cursor = next;
    } while (cursor !== '0');
  }
  return [...Map.groupBy(found, tagOf).values()];
}

/** The keys of one tag at one moment. */
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
 * Every key, one line each. What belongs together (a room: its state, its events, its outbox) is read at one moment, as
 * it has one tag; the whole is not of one moment, which nothing here needs.
 */
export async function* dumpKeys(redis: RedisClient): AsyncGenerator<string> {
  for (const keys of await keysByTag(redis))
    for (const stored of await dumpTogether(redis, keys)) yield JSON.stringify(stored);
}

/** Puts the keys back; they live as long from now on as they had left. Throws where one is there already. */
export async function restoreKeys(redis: RedisClient, lines: AsyncIterable<string>): Promise<void> {
  for await (const batch of inBatches(lines, RESTORE_BATCH)) {
    const stored = batch.map((line) => JSON.parse(line) as StoredKey);
    // One by one, as the keys of a batch may lie on several servers; they leave together all the same.
    await Promise.all(
      stored.map(({ key, ttl, dump }) =>
        redis.restore(key, ttl, Buffer.from(dump, 'base64')).catch((error: Error) => {
          throw new BackupError(`Redis does not take the key ${key}: ${error.message}`);
        }),
      ),
    );
  }
}
