import { Cluster, type Redis } from 'ioredis';
import { errorOf } from '../errors.ts';
import type { RedisClient } from './client.ts';
import { nodeAt, ownerOf } from './cluster-slots.ts';

/** A replica in the same region answers in a millisecond or two; one that takes this long is in trouble. Milliseconds. */
const REPLICA_MS = 1_000;
/** A master is asked this often at most how many replicas it has. Milliseconds. */
const COUNT_KEPT_MS = 1_000;

/** Resolves once enough replicas have what was just written to the key; rejects with UNAVAILABLE where they do not. */
export type Confirm = (key: string) => Promise<void>;

async function countReplicas(server: Redis): Promise<number> {
  return (await server.info('replication')).match(/^slave\d+:.*state=online/gm)?.length ?? 0;
}

/** How many replicas a master has, as it said a moment ago. */
function createReplicaCount(): (server: Redis) => Promise<number> {
  const counts = new WeakMap<Redis, { at: number; count: Promise<number> }>();
  return (server) => {
    const at = performance.now();
    const known = counts.get(server);
    if (known && at - known.at < COUNT_KEPT_MS) return known.count;
    const count = countReplicas(server);
    counts.set(server, { at, count });
    // Whoever asks hears of the failure, and the next one asks anew.
    count.catch(() => counts.delete(server));
    return count;
  };
}

/** WAIT speaks of what its own connection wrote, and a new one wrote nothing: it would confirm just that. */
async function copiesOnOneConnection(server: Redis, replicas: number): Promise<number> {
  const { stream } = server;
  const copies = await server.wait(replicas, REPLICA_MS);
  return server.stream === stream ? copies : 0;
}

/**
 * How a write to a key becomes one that a failover cannot undo: Redis copies to its replicas after it answered, so what
 * was acknowledged only by a master may be lost with it. A master that has fewer replicas than `replicas`, as after a
 * failover, is waited for by what it has; `min-replicas-to-write` of Redis is there for those who would rather wait. To be
 * called as soon as the write was answered. Undefined where `replicas` is 0.
 */
export function confirmBy(client: RedisClient, replicas: number): Confirm | undefined {
  if (replicas === 0) return undefined;
  const replicasOf = createReplicaCount();
  return async (key) => {
    const server = client instanceof Cluster ? nodeAt(client, ownerOf(client, key)) : client;
    if (server === undefined) throw errorOf('UNAVAILABLE');
    const wanted = Math.min(replicas, await replicasOf(server));
    const copies = wanted > 0 ? await copiesOnOneConnection(server, wanted) : 0;
    // One that is missing now may have gone just then: the master knows.
    if (copies < wanted && copies < Math.min(wanted, await countReplicas(server))) {
      throw errorOf('UNAVAILABLE', { cause: new Error(`${copies} of ${wanted} replicas have the write`) });
    }
  };
}
