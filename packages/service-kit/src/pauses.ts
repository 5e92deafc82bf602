import type { RedisClient } from './redis.ts';

/**
 * Mirror in Redis of the pauses that the rating service sets: until when pairing is refused for each user. A key
 * expires with its pause. Times in epoch ms. Every method rejects while Redis is unavailable.
 */
export interface PauseMirror {
  /** Returns the end of the pause, or null if there is none. */
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
