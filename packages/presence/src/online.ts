import type { Redis } from 'ioredis';
import { createPresence } from './presence.ts';

/** Where a user is; `roomId` only while online. */
export interface Whereabout {
  online: boolean;
  roomId: string | null;
}

/** All keys of a user share one hash slot. */
const keysOf = (userId: string) =>
  ({
    /** Exists while heartbeats come. */
    alive: `{user:${userId}}:alive`,
    /** The room that the user is in; by heartbeat of a window in it, or as told on entering. */
    room: `{user:${userId}}:room`,
    /** Set of boots of realtime nodes that hold a connection of the user. */
    nodes: `{user:${userId}}:nodes`,
  }) as const;

/** A node's list outlives no node for longer than this. Milliseconds. */
const NODES_TTL = 24 * 60 * 60 * 1000;

export interface OnlineOptions {
  /** How long a heartbeat, and the room that it named, hold. Milliseconds. */
  leaseMs: number;
}

/**
 * Who is online: whoever sent a heartbeat within the lease, or has a connection to a realtime node that lives, as
 * browsers let the timers of a hidden window sleep but not its connection. Every method rejects while Redis is away.
 */
export interface Online {
  /** A heartbeat, by a window that shows this room, or none. Another window may still be in one. */
  beat(userId: string, roomId: string | null): Promise<void>;
  /** The user entered a room, or left the one that they were in. */
  enter(userId: string, roomId: string | null): Promise<void>;
  /** The first connection of the user to this node. */
  connected(boot: string, userId: string): Promise<void>;
  /** The last one ended. */
  disconnected(boot: string, userId: string): Promise<void>;
  of(userIds: readonly string[]): Promise<Map<string, Whereabout>>;
}

export const createOnline = (redis: Redis, { leaseMs }: OnlineOptions): Online => {
  const presence = createPresence(redis);
  return {
    async beat(userId, roomId) {
      const { alive, room } = keysOf(userId);
      await Promise.all([
        redis.set(alive, '1', 'PX', leaseMs),
        roomId === null ? undefined : redis.set(room, roomId, 'PX', leaseMs),
      ]);
    },
    async enter(userId, roomId) {
      const { room } = keysOf(userId);
      await (roomId === null ? redis.del(room) : redis.set(room, roomId, 'PX', leaseMs));
    },
    async connected(boot, userId) {
      const { nodes } = keysOf(userId);
      await Promise.all([redis.sadd(nodes, boot), redis.pexpire(nodes, NODES_TTL)]);
    },
    async disconnected(boot, userId) {
      await redis.srem(keysOf(userId).nodes, boot);
    },
    async of(userIds) {
      const living = await presence.livingNodes();
      const all = await Promise.all(
        userIds.map(async (userId) => {
          const { alive, room, nodes } = keysOf(userId);
          const [beats, roomId, boots] = await Promise.all([
            redis.exists(alive),
            redis.get(room),
            redis.smembers(nodes),
          ]);
          const online = beats === 1 || boots.some((boot) => living.has(boot));
          return [userId, { online, roomId: online ? roomId : null }] as const;
        }),
      );
      return new Map(all);
    },
  };
};
