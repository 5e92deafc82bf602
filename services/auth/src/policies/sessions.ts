import { passwordUpdatedAtKey } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';

/** Longer than any token lives: one that it is about has ended by itself then. Milliseconds. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** Which tokens are still good (design §10): every service asks Redis for it with every token. */
export interface Sessions {
  /** Every token issued before `at` (epoch ms) is void from now on. Rejects while Redis is away. */
  endBefore(userId: string, at: number): Promise<void>;
}

export function createSessions(redis: Redis): Sessions {
  return {
    async endBefore(userId, at) {
      await redis.set(passwordUpdatedAtKey(userId), at, 'PX', KEPT_MS);
    },
  };
}
