import type { EventEmitter } from 'node:events';
import { Cluster, type Redis } from 'ioredis';

export interface ShardedChannelsEvents {
  message: [channel: string, message: Buffer];
  /**
   * These are not heard any more. `server`: the process whose connection broke, where its name was known; null where it
   * lives and others serve these channels now.
   */
  lost: [isLost: (channel: string) => boolean, server: string | null | undefined];
  /** Redis answers: at the start, or again after an outage of all of it. */
  ready: [];
  /** What was lost may be there again. */
  reachable: [];
}

/** Sharded channels of Redis, wherever they are served. Nothing is subscribed to again by itself. */
export interface ShardedChannels extends EventEmitter<ShardedChannelsEvents> {
  /** Whether the server of this channel answers, as far as is known. */
  isReachable(channel: string): boolean;
  /**
   * Resolves once every later message will be heard. False where another server was asked first: a command of the same slot that
   * was sent right behind the call may have come before the subscription.
   */
  subscribe(channel: string): Promise<boolean>;
  unsubscribe(channel: string): Promise<void>;
  /** Names the process of Redis from which a channel is heard: another one after a restart or a failover. */
  serverOf(channel: string): Promise<string>;
}

/** A name of the process that answers: a restart changes the first part, becoming a master the second. */
export async function nameOfServer(redis: Redis): Promise<string> {
  const info = await redis.info('server', 'replication');
  const field = (name: string) => new RegExp(`^${name}:(\\w{1,12})`, 'm').exec(info)?.[1] ?? '';
  return `${field('run_id')}-${field('master_replid')}`;
}

export function isCluster(client: Redis | Cluster): client is Cluster {
  return client instanceof Cluster;
}
