import { type Cluster, Command, type Redis } from 'ioredis';

/** Returns the slot of a key or a sharded channel. */
export function slotOf(key: string): number {
  return new Command('get', [key]).getSlot();
}

/** Returns the address of a node as in the slot map of a cluster: `host:port`. */
export function addressOf({ options }: Pick<Redis, 'options'>): string {
  return `${options.host}:${options.port}`;
}

/** Returns the address of the master that serves a key or a sharded channel, by the client's slot map. */
export function ownerOf({ slots }: Pick<Cluster, 'slots'>, key: string): string | undefined {
  return slots[slotOf(key)]?.[0];
}

/** Returns the addresses of all masters that serve slots, by the client's slot map. */
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

/** Returns the client's connection to a node, or undefined if there is none. */
export function nodeAt(cluster: Pick<Cluster, 'nodes'>, address: string | undefined): Redis | undefined {
  return cluster.nodes().find((node) => addressOf(node) === address);
}
