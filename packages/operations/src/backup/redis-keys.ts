import { isShortLived } from '@doushouqi/protocol/server';
import type { RedisClient } from '@doushouqi/service-kit';
import pMap from 'p-map';
import { BackupError } from './backup-error.ts';
import { inBatches } from './lines.ts';
import { allKeys, epochsOf } from './redis-servers.ts';
import { isLiveKey, keyOn, type Shelf, shelvedKey, tagOf } from './shelves.ts';

/** A key as returned by `DUMP` (base64), and its remaining time to live in ms; 0 for none. */
export interface StoredKey {
  key: string;
  ttl: number;
  dump: string;
}

const BATCH = 200;

/** Returns the keys of the product. */
export async function liveKeys(redis: RedisClient): Promise<string[]> {
  return [...(await allKeys(redis))].filter(isLiveKey);
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
 * Yields every key that is not short-lived, one line each. Keys with one tag (a room: its state, events and outbox) are
 * read at one moment; the whole backup is not of one moment, which is not required.
 */
export async function* dumpKeys(redis: RedisClient): AsyncGenerator<string> {
  const before = await epochsOf(redis);
  const keys = (await liveKeys(redis)).filter((key) => !isShortLived(key));
  for (const together of Map.groupBy(keys, (key) => tagOf(key) ?? key).values())
    for (const stored of await dumpTogether(redis, together)) yield JSON.stringify(stored);
  if ((await epochsOf(redis)) !== before)
    throw new BackupError('slots of the Redis cluster got other masters meanwhile; take the backup again');
}

/** Restores a key under a name, with its remaining time to live. Throws a BackupError if Redis refuses it. */
export async function restoreKey(redis: RedisClient, name: string, stored: StoredKey): Promise<void> {
  await redis.restore(name, stored.ttl, Buffer.from(stored.dump, 'base64')).catch((error: Error) => {
    throw new BackupError(`Redis does not take the key ${stored.key}: ${error.message}`);
  });
}

/** Restores the keys to the shelf `staged`, which must be empty. Returns their number. */
export async function stageKeys(redis: RedisClient, lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const batch of inBatches(lines, BATCH)) {
    const stored = batch.map((line) => JSON.parse(line) as StoredKey);
    // Sends separate commands, as the keys of a batch may be on several servers; they are pipelined.
    await Promise.all(stored.map((one) => restoreKey(redis, shelvedKey('staged', one.key), one)));
    count += stored.length;
  }
  return count;
}

/** Sets the keys of the product aside; a repetition moves the rest. */
export async function setKeysAside(redis: RedisClient): Promise<void> {
  const setAside = async (key: string): Promise<void> => {
    // A service that was started meanwhile has written it again.
    const isMoved = await renamed(redis.renamenx(key, shelvedKey('former', key)));
    if (!isMoved) await redis.unlink(key);
  };
  await pMap(await liveKeys(redis), setAside, { concurrency: BATCH });
}

/** Makes the keys of a shelf those of the product; a repetition moves the rest. */
export async function placeKeys(redis: RedisClient, shelf: Shelf): Promise<void> {
  const names = [...(await allKeys(redis))].filter((name) => keyOn(shelf, name) !== undefined);
  await pMap(names, (name) => renamed(redis.rename(name, keyOn(shelf, name)!)), { concurrency: BATCH });
}

/** Returns whether a key was renamed; it may have expired since it was found. */
async function renamed(renaming: Promise<'OK' | number>): Promise<boolean> {
  try {
    return Boolean(await renaming);
  } catch (error) {
    if ((error as Error).message.includes('no such key')) return true;
    throw error;
  }
}

/** Deletes the keys of a shelf, or those of the product. */
export async function deleteKeys(redis: RedisClient, shelf: Shelf | 'live'): Promise<void> {
  const isOn = (name: string) => (shelf === 'live' ? isLiveKey(name) : keyOn(shelf, name) !== undefined);
  const names = [...(await allKeys(redis))].filter(isOn);
  await pMap(names, (name) => redis.unlink(name), { concurrency: BATCH });
}
