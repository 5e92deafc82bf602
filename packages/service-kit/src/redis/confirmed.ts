import { Cluster } from 'ioredis';
import { errorOf } from '../errors.ts';
import type { RedisClient } from './client.ts';
import { nodeAt, ownerOf } from './cluster-slots.ts';

/** A replica in the same region answers in a millisecond or two; one that takes this long is in trouble. Milliseconds. */
const REPLICA_MS = 1_000;

/** Resolves once enough replicas have what was just written to the key; rejects with UNAVAILABLE where they do not. */
export type Confirm = (key: string) => Promise<void>;

/**
 * How a write to a key becomes one that a failover cannot undo: Redis copies to its replicas after it answered, so what
 * was acknowledged only by a master may be lost with it. To be called as soon as the write was answered, as WAIT speaks
 * of what its own connection wrote. Undefined where `replicas` is 0.
 */
export function confirmBy(client: RedisClient, replicas: number): Confirm | undefined {
  if (replicas === 0) return undefined;
  return async (key) => {
    const server = client instanceof Cluster ? nodeAt(client, ownerOf(client, key)) : client;
    const connection = server?.stream;
    const copies = (await server?.wait(replicas, REPLICA_MS)) ?? 0;
    // A new connection wrote nothing, and WAIT would confirm just that.
    if (copies < replicas || server?.stream !== connection) {
      throw errorOf('UNAVAILABLE', { cause: new Error(`${copies} of ${replicas} replicas have the write`) });
    }
  };
}
