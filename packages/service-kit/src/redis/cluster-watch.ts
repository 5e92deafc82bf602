import type { Cluster, Redis } from 'ioredis';
import { addressOf, nodeAt, ownersOf } from './cluster-slots.ts';
import type { RedisWatch } from './redis-watch.ts';

/** Every master is asked for a sign of life this often, and this often while one is away. Milliseconds. */
const LOOK_MS = 1_000;
const LOOK_WHILE_AWAY_MS = 250;
/** A master that does not answer in this time is away: it may be frozen, or cut off. Milliseconds. */
const PATIENCE_MS = 1_000;
/** What the cluster as a whole is called. */
const WHOLE = 'cluster';

/** Resolves to why the master of this address is away, or null where it answers. */
async function troubleWith(cluster: Cluster, address: string): Promise<string | null> {
  const node = nodeAt(cluster, address);
  if (node === undefined) return 'the connection was closed';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), PATIENCE_MS);
  });
  const answer = node.ping().then(
    () => null,
    (error: Error) => error.message,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Looks after the masters of a cluster. ioredis learns that one has died, or that another has taken over, only from
 * commands that fail, and of a frozen one it does not learn at all; so they are asked, and while one is away the slot map
 * is read again and again. To be called once for a client; it ends with it.
 */
export function watchCluster(cluster: Cluster, watch: RedisWatch): void {
  let timer: NodeJS.Timeout | undefined;
  /** One that is only starting up is not away. */
  let wasReady = false;

  async function look(): Promise<void> {
    if (cluster.status !== 'ready') {
      if (wasReady) watch.lost(WHOLE, `${cluster.status}, no node can be reached`);
      return;
    }
    wasReady = true;
    watch.found(WHOLE);
    const owners = [...ownersOf(cluster)];
    const troubles = await Promise.all(owners.map((owner) => troubleWith(cluster, owner)));
    for (const [index, owner] of owners.entries()) {
      const trouble = troubles[index] ?? null;
      if (trouble === null) watch.found(owner);
      else if (ended()) return;
      else watch.lost(owner, trouble);
    }
    // Others serve what these served.
    for (const server of watch.away) if (!owners.includes(server)) watch.found(server);
    if (watch.away.size > 0) cluster.refreshSlotsCache();
  }

  function ended(): boolean {
    return cluster.status === 'end' || cluster.status === 'disconnecting';
  }

  /** The next look; never two at a time. */
  function lookIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      await look();
      if (!ended()) lookIn(watch.away.size > 0 ? LOOK_WHILE_AWAY_MS : LOOK_MS);
    }, ms).unref();
  }

  cluster.on('+node', (node: Redis) => {
    node.on('close', () => {
      // One that the client itself let go, as it serves nothing any more, is not in its pool by now.
      if (!ended() && cluster.nodes().includes(node) && ownersOf(cluster).has(addressOf(node)))
        watch.lost(addressOf(node), 'the connection was closed');
    });
  });
  cluster.on('error', (error: Error) => watch.lost(WHOLE, error.message));
  cluster.on('end', () => clearTimeout(timer));
  lookIn(LOOK_MS);
}
