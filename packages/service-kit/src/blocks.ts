import type { RedisClient } from './redis.ts';

/**
 * Whom each user has blocked, as social last said it: a set for each user, so that rooms know it without a call for each
 * line. Social's store is the truth. Every method rejects while Redis is away.
 */
export interface BlockMirror {
  /** Whom this user does not want to hear. */
  of(userId: string): Promise<ReadonlySet<string>>;
  /** False where it was there already. */
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
