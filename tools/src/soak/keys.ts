import { setTimeout as delay } from 'node:timers/promises';
import { ARCHIVE_QUEUE, PUSH_QUEUE, ROOM_QUEUE } from '@doushouqi/protocol';
import type { Redis } from 'ioredis';

/** Permanent keys, with the reason. Their number does not grow with the rooms. */
const PERMANENT: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`^\\{queue\\}:(${ROOM_QUEUE}|${ARCHIVE_QUEUE}|${PUSH_QUEUE}):(meta|id|marker|events)$`),
    'a queue itself: its settings, counter and capped log',
  ],
  [
    /^\{nodes\}:(beats|sessions)$/,
    'when each realtime node last renewed its lease, and its number of sessions: as many entries as nodes',
  ],
  [/^\{online\}:watched$/, 'the users who are shown as online, each until a lease after the last connection'],
  [
    /^mirror:[a-z]+:(runs|done)$/,
    'the last run of a mirror that has begun, and the last complete one: two numbers for each service that mirrors',
  ],
  [
    /^\{ladder\}:(filled|(fast|slow|bot)(:until|:seq)?)$/,
    'the ladder: as many entries as users with a rated game',
  ],
];

export interface KeyCensus {
  expiring: number;
  permanent: number;
  /** Keys without expiry that should have one. */
  stray: string[];
}

async function keysOf(redis: Redis): Promise<string[]> {
  const keys: string[] = [];
  for await (const some of redis.scanStream({ count: 1_000 })) keys.push(...(some as string[]));
  return [...new Set(keys)];
}

async function ttlsOf(redis: Redis, keys: readonly string[]): Promise<number[]> {
  const pipeline = redis.pipeline();
  for (const key of keys) pipeline.pttl(key);
  const replies = (await pipeline.exec()) ?? [];
  return replies.map(([error, ttl]) => {
    if (error) throw error;
    return Number(ttl);
  });
}

/** Counts the keys by expiry. */
export async function census(redis: Redis): Promise<KeyCensus> {
  const keys = await keysOf(redis);
  const ttls = await ttlsOf(redis, keys);
  const lasting = keys.filter((_, index) => ttls[index] === -1);
  const stray = lasting.filter((key) => !PERMANENT.some(([pattern]) => pattern.test(key)));
  return { expiring: keys.length - lasting.length, permanent: lasting.length - stray.length, stray };
}

const EXPIRED_BY_MS = 10_000;

/** Expires every key that has an expiry, and waits until they are gone. */
export async function expireAll(redis: Redis): Promise<void> {
  const keys = await keysOf(redis);
  const ttls = await ttlsOf(redis, keys);
  const pipeline = redis.pipeline();
  for (const [index, key] of keys.entries()) if (ttls[index]! > 0) pipeline.pexpire(key, 1);
  await pipeline.exec();
  // Redis removes unread expired keys step by step.
  const lasting = ttls.filter((ttl) => ttl === -1).length;
  for (const deadline = Date.now() + EXPIRED_BY_MS; (await redis.dbsize()) > lasting; await delay(100))
    if (Date.now() > deadline) return;
}
