import type { RedisClient } from './redis.ts';

/**
 * Mirror in Redis of the users that each user has blocked: one set for each user, so that rooms need no call for each
 * chat line. The social service's store is authoritative. Every method rejects while Redis is unavailable.
 */
export interface BlockMirror {
  /** Returns the users that this user has blocked. */
  of(userId: string): Promise<ReadonlySet<string>>;
  /** Resolves to false if the block was already present. */
  add(userId: string, blockedId: string): Promise<boolean>;
  remove(userId: string, blockedId: string): Promise<void>;
}

function keyOf(userId: string): string {
  return `{user:${userId}}:blocked`;
}

export function createBlockMirror(redis: RedisClient): BlockMirror {
  return {
    of: async (userId) => new Set(await redis.smembers(keyOf(userId))),
    add: async (userId, blockedId) => (await redis.sadd(keyOf(userId), blockedId)) === 1,
    async remove(userId, blockedId) {
      await redis.srem(keyOf(userId), blockedId);
    },
  };
}
