import { EventEmitter } from 'node:events';
import { errorOf } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';
import pMap from 'p-map';
import { Reconciler } from '../reconciler.ts';

/** Channels asked for at once after an outage. */
const CHANNELS_AT_ONCE = 256;
/** The one key of what is done for all channels together. */
const ALL_CHANNELS = 'all channels';

/** Hears the messages of a sharded channel. */
export type ChannelListener = (message: Buffer, channel: string) => void;

interface ConnectionEvents {
  /** Redis answers: at the start, or again after an outage. */
  ready: [];
  /** The connection broke; a new one is being made. */
  lost: [];
  /** Every channel is subscribed to again: what was published since `lost` was missed. */
  restored: [];
}

/**
 * The one connection of this node to Redis, for commands and subscriptions (RESP3), and the owner of its sharded
 * channels: whatever else listens to a channel asks here. After an outage everything is subscribed to again, once.
 */
export class RedisConnection extends EventEmitter<ConnectionEvents> {
  /** For commands. Nobody else subscribes with it. */
  readonly client: Redis;
  readonly #onFailed: (error: unknown, channel: string) => void;
  readonly #listeners = new Map<string, ChannelListener>();
  /** Channels for which nobody waits. */
  readonly #followed: Reconciler;
  readonly #restoring: Reconciler;
  #lost: boolean;

  /** `onFailed` hears of subscriptions that failed and are tried again, and of listeners that threw. */
  constructor(client: Redis, onFailed: (error: unknown, channel: string) => void) {
    super();
    this.client = client;
    this.#onFailed = onFailed;
    this.#followed = new Reconciler((channel) => this.#subscribeIfWanted(channel), onFailed);
    this.#restoring = new Reconciler(() => this.#restore(), onFailed);
    this.#lost = !this.isReady;
    client.on('smessageBuffer', (channel: Buffer, message: Buffer) =>
      this.#hear(channel.toString(), message),
    );
    client.on('close', () => {
      this.#lost = true;
      this.emit('lost');
    });
    client.on('ready', () => {
      if (this.#lost) this.#restoring.changed(ALL_CHANNELS);
      this.emit('ready');
    });
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  /**
   * Resolves once every later message will be heard; rejects with UNAVAILABLE at once while Redis is away. After a
   * failure the caller unsubscribes.
   */
  async subscribe(channel: string, listener: ChannelListener): Promise<void> {
    // The client's offline queue would keep the caller waiting for as long as the outage lasts.
    if (!this.isReady) throw errorOf('UNAVAILABLE');
    this.#listeners.set(channel, listener);
    await this.client.ssubscribe(channel);
  }

  /** As `subscribe` for somebody who does not wait: tried again until it works or is taken back. */
  follow(channel: string, listener: ChannelListener): void {
    this.#listeners.set(channel, listener);
    this.#followed.changed(channel);
  }

  unsubscribe(channel: string): void {
    this.#listeners.delete(channel);
    // A connection that is away has lost its subscriptions already.
    if (!this.isReady) return;
    this.client.sunsubscribe(channel).catch((error: unknown) => this.#onFailed(error, channel));
  }

  /** Subscriptions on their way. */
  pending(): number {
    return this.#followed.size() + this.#restoring.size();
  }

  #hear(channel: string, message: Buffer): void {
    try {
      this.#listeners.get(channel)?.(message, channel);
    } catch (error) {
      this.#onFailed(error, channel);
    }
  }

  async #subscribeIfWanted(channel: string): Promise<void> {
    // While Redis is away nothing can be done: all channels are restored afterwards.
    if (this.isReady && this.#listeners.has(channel)) await this.client.ssubscribe(channel);
  }

  async #restore(): Promise<void> {
    if (!this.isReady) return;
    this.#lost = false;
    try {
      await pMap(this.#listeners.keys(), (channel) => this.#subscribeIfWanted(channel), {
        concurrency: CHANNELS_AT_ONCE,
      });
    } catch (error) {
      this.#lost = true;
      throw error;
    }
    // Lost again meanwhile: `restored` is said when all of it was done on one connection.
    if (!this.#lost) this.emit('restored');
  }
}
