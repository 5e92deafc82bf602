import { Cluster, type Redis } from 'ioredis';
import { errorOf } from '../errors.ts';
import type { RedisClient } from './client.ts';
import { nodeAt, ownerOf } from './cluster-slots.ts';

/** A replica in the same region answers in 1 to 2 ms; one that takes this long is in trouble. Milliseconds. */
const REPLICA_MS = 1_000;
/** How long the number of replicas of a master is cached. Milliseconds. */
const COUNT_TTL_MS = 1_000;

/** Resolves once enough replicas have the last write to the key; rejects with UNAVAILABLE otherwise. */
export type Confirm = (key: string) => Promise<void>;

async function countReplicas(server: Redis): Promise<number> {
  return (await server.info('replication')).match(/^slave\d+:.*state=online/gm)?.length ?? 0;
}

/** Returns a function that counts the replicas of a master, with a cache. */
function createReplicaCount(): (server: Redis) => Promise<number> {
  const counts = new WeakMap<Redis, { at: number; count: Promise<number> }>();
  return (server) => {
    const at = performance.now();
    const known = counts.get(server);
    if (known && at - known.at < COUNT_TTL_MS) return known.count;
    const count = countReplicas(server);
    counts.set(server, { at, count });
    // The caller gets the failure; the next call counts again.
    count.catch(() => counts.delete(server));
    return count;
  };
}

/** WAIT covers writes of its own connection. After a reconnect it covers none and would confirm a lost write. */
async function copiesOnOneConnection(server: Redis, replicas: number): Promise<number> {
  const { stream } = server;
  const copies = await server.wait(replicas, REPLICA_MS);
  return server.stream === stream ? copies : 0;
}

/**
 * Returns a function that confirms a write, so that a failover cannot undo it: Redis replicates after it replies, so
 * a failover may lose a write that only the master has. If a master has fewer replicas than `replicas`, as after a
 * failover, all that it has must confirm; set `min-replicas-to-write` in Redis to refuse writes instead. Call it
 * right after the reply to the write. Undefined if `replicas` is 0.
 */
export function confirmBy(client: RedisClient, replicas: number): Confirm | undefined {
  if (replicas === 0) return undefined;
  const replicasOf = createReplicaCount();
  return async (key) => {
    const server = client instanceof Cluster ? nodeAt(client, ownerOf(client, key)) : client;
    if (server === undefined) throw errorOf('UNAVAILABLE');
    const wanted = Math.min(replicas, await replicasOf(server));
    const copies = wanted > 0 ? await copiesOnOneConnection(server, wanted) : 0;
    // A missing replica may have disconnected just now: the master has the current count.
    if (copies < wanted && copies < Math.min(wanted, await countReplicas(server))) {
      throw errorOf('UNAVAILABLE', { cause: new Error(`${copies} of ${wanted} replicas have the write`) });
    }
  };
}
