import { EventEmitter } from 'node:events';
import { errorOf, type RedisClient } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import pMap from 'p-map';
import { Reconciler } from '../reconciler.ts';
import { ClusterChannels } from './cluster-channels.ts';
import {
  isCluster,
  nameOfServer,
  type ShardedChannels,
  type ShardedChannelsEvents,
} from './sharded-channels.ts';

/** The channels of a single server, over the connection that also takes commands (RESP3). */
class ServerChannels extends EventEmitter<ShardedChannelsEvents> implements ShardedChannels {
  readonly #redis: Redis;
  /** Server of the current connection, or of the last one. */
  #server: string | undefined;
  #naming: Promise<string> | undefined;

  constructor(redis: Redis) {
    super();
    this.#redis = redis;
    redis.on('smessageBuffer', (channel: Buffer, message: Buffer) =>
      this.emit('message', channel.toString(), message),
    );
    redis.on('close', () => this.emit('lost', () => true, this.#server));
    redis.on('ready', () => {
      this.#learnName();
      this.emit('ready');
      this.emit('reachable');
    });
    if (this.isReachable()) this.#learnName();
  }

  isReachable(): boolean {
    return this.#redis.status === 'ready';
  }

  async subscribe(channel: string): Promise<boolean> {
    await this.#redis.ssubscribe(channel);
    return true;
  }

  async unsubscribe(channel: string): Promise<void> {
    // A lost connection has lost its subscriptions already.
    if (this.isReachable()) await this.#redis.sunsubscribe(channel);
  }

  serverOf(): Promise<string> {
    return this.#naming ?? Promise.reject(new Error('Connection is closed.'));
  }

  #learnName(): void {
    const naming = nameOfServer(this.#redis);
    this.#naming = naming;
    naming.then(
      (name) => {
        this.#server = name;
      },
      // The caller of `subscribe` gets the failure.
      () => undefined,
    );
  }
}

/** Number of channels subscribed in parallel after an outage. */
const CHANNELS_AT_ONCE = 256;
/** The single reconciler key for all channels. */
const ALL_CHANNELS = 'all channels';

/** Receives the messages of a sharded channel. */
export type ChannelListener = (message: Buffer, channel: string) => void;

/** A time without a channel's messages. */
export interface Gap {
  /** Milliseconds. */
  ms: number;
  /** Id of the outage if Redis was unavailable and another process of it answers now; the same on every node. */
  outage: string | null;
}

interface ConnectionEvents {
  /** Redis answers: at the start, or again after a total outage. */
  ready: [];
  /** These channels are subscribed again; messages published in the gaps were missed. */
  restored: [gaps: ReadonlyMap<string, Gap>];
}

interface Loss {
  /** By `performance.now()`. */
  since: number;
  /** The process whose connection broke; undefined if unknown, null if it only moved the channel. */
  server: string | null | undefined;
}

/**
 * The node's only Redis client, for commands and subscriptions (RESP3), and the owner of its sharded channels. Channels
 * lost by an outage or a moved slot are subscribed again, once.
 */
export class RedisConnection extends EventEmitter<ConnectionEvents> {
  /** For commands. Only this class subscribes with it. */
  readonly client: RedisClient;
  readonly #channels: ShardedChannels;
  readonly #onFailed: (error: unknown, channel: string) => void;
  readonly #listeners = new Map<string, ChannelListener>();
  /** Channels of `#listeners` that must be subscribed again. */
  readonly #lost = new Map<string, Loss>();
  /** When the first of the writes was sent that Redis does not answer, by `performance.now()`; null if it answers. */
  silentSince: number | null = null;
  /** Channels subscribed in the background. */
  readonly #followed: Reconciler;
  readonly #restoring: Reconciler;

  /** `onFailed` receives failed subscriptions, which are retried, and errors of listeners. */
  constructor(client: RedisClient, onFailed: (error: unknown, channel: string) => void) {
    super();
    this.client = client;
    this.#channels = isCluster(client) ? new ClusterChannels(client) : new ServerChannels(client);
    this.#onFailed = onFailed;
    this.#followed = new Reconciler((channel) => this.#subscribeIfWanted(channel), onFailed);
    this.#restoring = new Reconciler(() => this.#restore(), onFailed);
    this.#channels.on('message', (channel, message) => this.#receive(channel, message));
    this.#channels.on('lost', (isLost, server) => {
      for (const channel of this.#listeners.keys()) if (isLost(channel)) this.#lose(channel, server);
      this.#restoreIfLost();
    });
    this.#channels.on('ready', () => this.emit('ready'));
    this.#channels.on('reachable', () => this.#restoreIfLost());
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  /**
   * Subscribes and reads keys of the channel's slot in one round trip. Returns the read value; all later messages are
   * received. Rejects with UNAVAILABLE at once while Redis is unavailable. After a failure the caller unsubscribes.
   */
  async subscribe<T>(channel: string, listener: ChannelListener, read: () => Promise<T>): Promise<T> {
    // The client's offline queue would block the caller for the whole outage.
    if (!this.#channels.isReachable(channel)) throw errorOf('UNAVAILABLE');
    this.#listeners.set(channel, listener);
    const [isInOrder, result] = await Promise.all([this.#channels.subscribe(channel), read()]);
    return isInOrder ? result : read();
  }

  /** Subscribes in the background: retries until it succeeds or is undone. */
  follow(channel: string, listener: ChannelListener): void {
    this.#listeners.set(channel, listener);
    this.#followed.changed(channel);
  }

  unsubscribe(channel: string): void {
    this.#listeners.delete(channel);
    this.#lost.delete(channel);
    this.#channels.unsubscribe(channel).catch((error: unknown) => this.#onFailed(error, channel));
  }

  /** Number of pending subscriptions. */
  pending(): number {
    return this.#followed.size() + this.#restoring.size();
  }

  #receive(channel: string, message: Buffer): void {
    try {
      this.#listeners.get(channel)?.(message, channel);
    } catch (error) {
      this.#onFailed(error, channel);
    }
  }

  async #subscribeIfWanted(channel: string): Promise<void> {
    if (!this.#listeners.has(channel)) return;
    if (this.#channels.isReachable(channel)) await this.#channels.subscribe(channel);
    else this.#lose(channel, undefined);
  }

  /**
   * A channel lost again during its restore is lost since the first loss. A server that hands over its role refuses
   * writes for seconds before it closes its connections.
   */
  #lose(channel: string, server: Loss['server']): void {
    const isOnlyServer = typeof server === 'string' && !isCluster(this.client);
    const since = (isOnlyServer ? this.silentSince : null) ?? performance.now();
    this.#lost.set(channel, { since, server, ...this.#lost.get(channel) });
  }

  #restoreIfLost(): void {
    if (this.#lost.size > 0) this.#restoring.changed(ALL_CHANNELS);
  }

  async #restore(): Promise<void> {
    const failures: unknown[] = [];
    const gaps = new Map<string, Gap>();
    const restore = async ([channel, loss]: [string, Loss]): Promise<void> => {
      try {
        const gap = await this.#restoreOne(channel, loss);
        if (gap) gaps.set(channel, gap);
      } catch (error) {
        failures.push(error);
      }
    };
    // Unreachable channels are restored later.
    const reachable = [...this.#lost].filter(([channel]) => this.#channels.isReachable(channel));
    await pMap(reachable, restore, { concurrency: CHANNELS_AT_ONCE });
    if (gaps.size > 0) this.emit('restored', gaps);
    if (failures.length > 0) throw failures[0];
  }

  async #restoreOne(channel: string, loss: Loss): Promise<Gap | null> {
    await this.#channels.subscribe(channel);
    const server = await this.#channels.serverOf(channel);
    if (this.#lost.get(channel) !== loss) return null;
    this.#lost.delete(channel);
    const isOther = typeof loss.server === 'string' && loss.server !== server;
    return { ms: Math.round(performance.now() - loss.since), outage: isOther ? server : null };
  }
}
