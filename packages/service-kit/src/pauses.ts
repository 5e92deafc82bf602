import type { RedisClient } from './redis.ts';

/**
 * Until when each user is kept from being paired, as the rating service last said it, under a key that goes when the pause
 * does. Times in epoch ms. Every method rejects while Redis is away.
 */
export interface PauseMirror {
  /** The end of the pause; null where there is none. */
  of(userId: string, now: number): Promise<number | null>;
  set(userId: string, until: number, now: number): Promise<void>;
}

function keyOf(userId: string): string {
  return `{user:${userId}}:pause`;
}

export function createPauseMirror(redis: RedisClient): PauseMirror {
  return {
    async of(userId, now) {
      const until = Number(await redis.get(keyOf(userId)));
      return until > now ? until : null;
    },
    async set(userId, until, now) {
      if (until > now) await redis.set(keyOf(userId), until, 'PX', until - now);
    },
  };
}
