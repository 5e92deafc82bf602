import { type Cluster, Command, type Redis } from 'ioredis';

/** The slot of a key or a sharded channel. */
export function slotOf(key: string): number {
  return new Command('get', [key]).getSlot();
}

/** A node as the slot map of a cluster calls it: `host:port`. */
export function addressOf({ options }: Pick<Redis, 'options'>): string {
  return `${options.host}:${options.port}`;
}

/** The address of the master that serves a key or a sharded channel, as far as the client knows. */
export function ownerOf({ slots }: Pick<Cluster, 'slots'>, key: string): string | undefined {
  return slots[slotOf(key)]?.[0];
}

/** The addresses of all masters that serve slots, as far as the client knows. */
export function ownersOf({ slots }: Pick<Cluster, 'slots'>): Set<string> {
  const owners = new Set<string>();
  let last: string | undefined;
  for (const nodes of slots) {
    const owner = nodes?.[0];
    if (owner !== undefined && owner !== last) owners.add(owner);
    last = owner;
  }
  return owners;
}

/** The client's connection to a node, if it has one. */
export function nodeAt(cluster: Pick<Cluster, 'nodes'>, address: string | undefined): Redis | undefined {
  return cluster.nodes().find((node) => addressOf(node) === address);
}
