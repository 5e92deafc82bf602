import type { EventEmitter } from 'node:events';
import { Cluster, type Redis } from 'ioredis';

export interface ShardedChannelsEvents {
  message: [channel: string, message: Buffer];
  /**
   * These channels are lost. `server`: the process whose connection broke, undefined if unknown; null if it lives and
   * other servers have the channels now.
   */
  lost: [isLost: (channel: string) => boolean, server: string | null | undefined];
  /** Redis answers: at the start, or again after a total outage. */
  ready: [];
  /** Lost channels may be reachable again. */
  reachable: [];
}

/** Sharded Redis channels on one server or a cluster. Does not resubscribe by itself. */
export interface ShardedChannels extends EventEmitter<ShardedChannelsEvents> {
  /** Returns whether the channel's server answers, as far as is known. */
  isReachable(channel: string): boolean;
  /**
   * Resolves once every later message will be received. False after a redirection: a command of the same slot sent
   * right after the call may have run before the subscription.
   */
  subscribe(channel: string): Promise<boolean>;
  unsubscribe(channel: string): Promise<void>;
  /** Returns the name of the Redis process that serves the channel; it changes with a restart or failover. */
  serverOf(channel: string): Promise<string>;
}

/** Returns a name of the Redis process: a restart changes its first part, a promotion to master its second. */
export async function nameOfServer(redis: Redis): Promise<string> {
  const info = await redis.info('server', 'replication');
  const field = (name: string) => new RegExp(`^${name}:(\\w{1,12})`, 'm').exec(info)?.[1] ?? '';
  return `${field('run_id')}-${field('master_replid')}`;
}

export function isCluster(client: Redis | Cluster): client is Cluster {
  return client instanceof Cluster;
}
