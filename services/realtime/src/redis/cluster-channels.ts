import { EventEmitter } from 'node:events';
import { addressOf, errorOf, nodeAt, type RedisWatch, slotOf, watchOf } from '@doushouqi/service-kit';
import type { Cluster, Redis } from 'ioredis';
import { nameOfServer, type ShardedChannels, type ShardedChannelsEvents } from './sharded-channels.ts';

/** Maximum number of redirections for a channel whose slot has just moved. */
const MOST_REDIRECTIONS = 4;

/** Subscription of a channel at a node. */
interface Home {
  node: Redis;
  slot: number;
  /** The node has confirmed. */
  received: boolean;
  /** The node removed subscriptions before its reply was read; this one may be among them. */
  doubted: boolean;
}

/** Returns the node of a `MOVED` reply. */
function movedTo(error: unknown): string | undefined {
  return error instanceof Error ? /^MOVED \d+ (\S+)$/.exec(error.message)?.[1] : undefined;
}

/** Returns the channels still subscribed at a node. */
function heldBy(node: Redis): Set<string> {
  const subscriptions = node.condition?.subscriber;
  return new Set(subscriptions ? subscriptions.channels('ssubscribe') : []);
}

/**
 * The channels of a cluster, each subscribed at the master of its slot, over the connection that also takes commands
 * (RESP3). When a slot moves, its former master removes the subscriptions; when a master dies, its connection breaks.
 * Both emit `lost`. The `shardedSubscribers` of ioredis would need a second connection per master, and do not report
 * when a channel is active again.
 */
export class ClusterChannels extends EventEmitter<ShardedChannelsEvents> implements ShardedChannels {
  readonly #cluster: Cluster;
  readonly #watch: RedisWatch;
  readonly #homes = new Map<string, Home>();
  /** Server names by connection; ioredis creates a new object for each connection. */
  readonly #names = new WeakMap<Redis, { naming: Promise<string>; name?: string }>();

  constructor(cluster: Cluster) {
    super();
    this.#cluster = cluster;
    this.#watch = watchOf(cluster);
    cluster.on('ready', () => {
      this.emit('ready');
      this.emit('reachable');
    });
    cluster.on('refresh', () => {
      this.#leaveFormerMasters();
      this.emit('reachable');
    });
    this.#watch.on('back', () => this.emit('reachable'));
  }

  isReachable(channel: string): boolean {
    const owner = this.#ownerOf(slotOf(channel));
    return this.#cluster.status === 'ready' && owner !== undefined && !this.#watch.away.has(owner);
  }

  async subscribe(channel: string): Promise<boolean> {
    const slot = slotOf(channel);
    let owner = this.#ownerOf(slot);
    for (let tries = 0; tries < MOST_REDIRECTIONS && owner !== undefined; tries++) {
      const node = nodeAt(this.#cluster, owner);
      if (node === undefined) break;
      owner = await this.#subscribeAt(node, channel, slot);
      if (owner === undefined) return tries === 0;
    }
    this.#cluster.refreshSlotsCache();
    throw errorOf('UNAVAILABLE');
  }

  async unsubscribe(channel: string): Promise<void> {
    const node = this.#homes.get(channel)?.node;
    this.#homes.delete(channel);
    if (node?.status === 'ready') await node.sunsubscribe(channel);
  }

  serverOf(channel: string): Promise<string> {
    const node = this.#homes.get(channel)?.node;
    return (node && this.#names.get(node)?.naming) ?? Promise.reject(errorOf('UNAVAILABLE'));
  }

  #ownerOf(slot: number): string | undefined {
    return this.#cluster.slots[slot]?.[0];
  }

  /** Resolves to the address of another node if this one no longer serves the channel. */
  async #subscribeAt(node: Redis, channel: string, slot: number): Promise<string | undefined> {
    this.#listenTo(node);
    const home: Home = { node, slot, received: false, doubted: false };
    this.#homes.set(channel, home);
    try {
      await node.ssubscribe(channel);
      home.received = true;
      if (!home.doubted || this.#homes.get(channel) !== home || heldBy(node).has(channel)) return undefined;
      // Subscribed and removed at once. The node checks whether it still serves the channel.
      this.#homes.delete(channel);
      return addressOf(node);
    } catch (error) {
      // Unsubscribed meanwhile, or subscribed again.
      if (this.#homes.get(channel) !== home) throw error;
      this.#homes.delete(channel);
      const other = movedTo(error);
      if (other === undefined) throw error;
      this.#cluster.refreshSlotsCache();
      return other;
    }
  }

  #listenTo(node: Redis): void {
    if (this.#names.has(node)) return;
    const known: { naming: Promise<string>; name?: string } = { naming: nameOfServer(node) };
    this.#names.set(node, known);
    known.naming.then(
      (name) => {
        known.name = name;
      },
      // The caller of `subscribe` gets the failure.
      () => undefined,
    );
    node.on('smessageBuffer', (channel: Buffer, message: Buffer) =>
      this.emit('message', channel.toString(), message),
    );
    node.on('close', () => this.#lose((home) => home.node === node, known.name));
    // The server removed subscriptions, but ioredis does not report which.
    node.on('moved', () => {
      const held = heldBy(node);
      const isMissing = (home: Home, channel: string): boolean => home.node === node && !held.has(channel);
      for (const [channel, home] of this.#homes)
        if (!home.received) home.doubted ||= isMissing(home, channel);
      this.#lose((home, channel) => home.received && isMissing(home, channel), null);
    });
  }

  /** A master that became a replica receives the same messages, which would arrive twice. */
  #leaveFormerMasters(): void {
    const isFormer = ({ node, slot, received }: Home): boolean => {
      const owner = this.#ownerOf(slot);
      return received && owner !== undefined && owner !== addressOf(node);
    };
    for (const [channel, home] of this.#homes) {
      if (isFormer(home) && home.node.status === 'ready')
        home.node.sunsubscribe(channel).catch(() => undefined);
    }
    this.#lose(isFormer, null);
  }

  #lose(isLost: (home: Home, channel: string) => boolean, server: string | null | undefined): void {
    const lost = new Set<string>();
    for (const [channel, home] of this.#homes) if (isLost(home, channel)) lost.add(channel);
    for (const channel of lost) this.#homes.delete(channel);
    if (lost.size > 0) this.emit('lost', (channel: string) => lost.has(channel), server);
  }
}
