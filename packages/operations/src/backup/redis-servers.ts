import { setTimeout as delay } from 'node:timers/promises';
import type { RedisClient } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import { BackupError } from './backup-error.ts';

const SLOTS = 16_384;
const SCAN_COUNT = 1_000;
/** Redis notices the end of a process a moment later. */
const [ATTEMPTS, PAUSE_MS] = [13, 250];

/** Names of connections (`connectRedis`): of services, and of other commands of the operator. */
const PRODUCT = ['command', 'jobs', 'queue', 'operations'];

/** Returns the servers that contain all keys: one, or the masters of a cluster, which must be complete. */
export async function serversOf(redis: RedisClient): Promise<Redis[]> {
  if (!('nodes' in redis)) return [redis];
  // The client has the list of masters only after its first command.
  await redis.cluster('INFO');
  const masters = redis.nodes('master');
  await Promise.all(masters.map(assertWhole));
  return masters;
}

/** Keys of an unreachable master, or of a slot in migration, would be missed silently. */
async function assertWhole(master: Redis): Promise<void> {
  const [info, nodes] = await Promise.all([master.cluster('INFO'), master.cluster('NODES')]).catch(() => []);
  if (!String(info).includes(`cluster_slots_ok:${SLOTS}\r`))
    throw new BackupError('a part of the Redis cluster is away; try again when all of it is there');
  if (/\[\d+-[<>]-/.test(String(nodes)))
    throw new BackupError('slots of the Redis cluster are being moved; try again when that is done');
}

/** Returns a value that changes when a slot moves to another master. */
export async function epochsOf(redis: RedisClient): Promise<string> {
  if (!('nodes' in redis)) return '';
  const infos = await Promise.all((await serversOf(redis)).map((server) => server.cluster('INFO')));
  return infos.map((info) => /cluster_current_epoch:\d+/.exec(String(info))?.[0]).join();
}

/** Returns every key once. A key that is added or deleted during the scan may be missing. */
export async function allKeys(redis: RedisClient): Promise<Set<string>> {
  const found = new Set<string>();
  for (const server of await serversOf(redis)) {
    let cursor = '0';
    do {
      const [next, keys] = await server.scan(cursor, 'COUNT', SCAN_COUNT);
      for (const key of keys) found.add(key);
      cursor = next;
    } while (cursor !== '0');
  }
  return found;
}

/** Returns the user and role of every other connection of the product to one server. */
async function othersOn(server: Redis): Promise<string[]> {
  const [own, list] = [await server.client('ID'), String(await server.client('LIST'))];
  return list.split('\n').flatMap((line) => {
    const { id, name, user } = Object.fromEntries(
      line.split(' ').map((field) => field.split(/=(.*)/s) as [string, string]),
    );
    return PRODUCT.includes(name ?? '') && Number(id) !== own ? [`${user} (${name})`] : [];
  });
}

/**
 * Throws a BackupError if a service, a backup or another restore stays connected for three seconds. The connection is
 * the lock: it ends with its process, also with a killed one.
 */
export async function assertAlone(redis: RedisClient): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const others = await Promise.all((await serversOf(redis)).map(othersOn));
    const found = [...new Set(others.flat())].sort();
    if (found.length === 0) return;
    if (attempt === ATTEMPTS)
      throw new BackupError(
        `connected to Redis: ${found.join(', ')}; stop all services, and wait for other backups and restores`,
      );
    await delay(PAUSE_MS);
  }
}
