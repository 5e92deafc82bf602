import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { nameOfServer, type ShardedChannels, type ShardedChannelsEvents } from './sharded-channels.ts';

/** The channels of a single server, over the connection that also takes commands (RESP3). */
export class ServerChannels extends EventEmitter<ShardedChannelsEvents> implements ShardedChannels {
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
