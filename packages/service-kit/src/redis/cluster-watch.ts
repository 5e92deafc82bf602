import type { Cluster, Redis } from 'ioredis';
import { addressOf, nodeAt, ownersOf } from './cluster-slots.ts';
import type { RedisWatch } from './redis-watch.ts';

/** Interval of health checks for every master, and while a master is unavailable. Milliseconds. */
const CHECK_MS = 1_000;
const CHECK_WHILE_AWAY_MS = 250;
/** Timeout of a health check. A master that exceeds it may be frozen or cut off. Milliseconds. */
const CHECK_TIMEOUT_MS = 1_000;
/** Name of the cluster as a whole. */
const WHOLE = 'cluster';

/** Checks the master of this address. Resolves to the reason why it is unavailable, or null if it answers. */
async function checkMaster(cluster: Cluster, address: string): Promise<string | null> {
  const node = nodeAt(cluster, address);
  if (node === undefined) return 'the connection was closed';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), CHECK_TIMEOUT_MS);
  });
  const answer = node.ping().then(
    () => null,
    (error: Error) => error.message,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Monitors the masters of a cluster. ioredis detects a dead or replaced master only by commands that fail, and a
 * frozen one not at all; so each master is pinged, and while one is unavailable the slot map is reloaded repeatedly.
 * Call it once for a client; it ends with the client.
 */
export function watchCluster(cluster: Cluster, watch: RedisWatch): void {
  let timer: NodeJS.Timeout | undefined;
  /** A cluster that is still starting is not unavailable. */
  let wasReady = false;

  async function check(): Promise<void> {
    if (cluster.status !== 'ready') {
      if (wasReady) watch.lost(WHOLE, `${cluster.status}, no node can be reached`);
      return;
    }
    wasReady = true;
    watch.found(WHOLE);
    const owners = [...ownersOf(cluster)];
    const results = await Promise.all(owners.map((owner) => checkMaster(cluster, owner)));
    for (const [index, owner] of owners.entries()) {
      const reason = results[index] ?? null;
      if (reason === null) watch.found(owner);
      else if (ended()) return;
      else watch.lost(owner, reason);
    }
    // Other masters serve these slots now.
    for (const server of watch.away) if (!owners.includes(server)) watch.found(server);
    if (watch.away.size > 0) cluster.refreshSlotsCache();
  }

  function ended(): boolean {
    return cluster.status === 'end' || cluster.status === 'disconnecting';
  }

  /** Schedules the next check; checks never run concurrently. */
  function scheduleCheck(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      await check();
      if (!ended()) scheduleCheck(watch.away.size > 0 ? CHECK_WHILE_AWAY_MS : CHECK_MS);
    }, ms).unref();
  }

  cluster.on('+node', (node: Redis) => {
    node.on('close', () => {
      // If the client closed the connection, because the node serves no slots, the node has left its pool by now.
      if (!ended() && cluster.nodes().includes(node) && ownersOf(cluster).has(addressOf(node)))
        watch.lost(addressOf(node), 'the connection was closed');
    });
  });
  cluster.on('error', (error: Error) => watch.lost(WHOLE, error.message));
  cluster.on('end', () => clearTimeout(timer));
  scheduleCheck(CHECK_MS);
}
