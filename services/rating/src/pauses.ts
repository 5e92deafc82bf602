import type { RedisClient } from '@doushouqi/service-kit';

/** Until when a user is not paired, as pairing reads it: epoch ms under a key that goes when the pause does. */
export interface Pauses {
  set(userId: string, until: number, now: number): Promise<void>;
}

function keyOf(userId: string): string {
  return `{user:${userId}}:pause`;
}

export function createPauses(redis: RedisClient): Pauses {
  return {
    async set(userId, until, now) {
      if (until > now) await redis.set(keyOf(userId), until, 'PX', until - now);
    },
  };
}
