import {
  endedSessionKey,
  passwordUpdatedAtKey,
  type RedisClient,
  type VerifiedToken,
} from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** Longer than any token lives: one that it is about has ended by itself then. Milliseconds. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** Of two moments, stored at once or again, the later one stands. */
const RAISE = defineScript<{ at: number; lifeMs: number }>()({
  name: 'raiseTime',
  keys: ['time'],
  lua: `
    local at = redis.call('GET', time)
    if not at or tonumber(at) < arg.at then redis.call('SET', time, arg.at, 'PX', arg.lifeMs) end
  `,
  reply: z.null(),
});

/** Which tokens are still good (design §10): every service asks Redis for it with every token. */
export interface Sessions {
  /** Every token issued before `at` (epoch ms) is void from now on. Rejects while Redis is away. */
  endBefore(userId: string, at: number): Promise<void>;
  /** This token is void from now on. `now` in epoch ms. Rejects while Redis is away. */
  end(session: VerifiedToken, now: number): Promise<void>;
}

export function createSessions(redis: RedisClient): Sessions {
  return {
    async endBefore(userId, at) {
      await RAISE(redis, { time: passwordUpdatedAtKey(userId) }, { at, lifeMs: KEPT_MS });
    },
    async end({ userId, sessionId, expiresAt }, now) {
      await redis.set(endedSessionKey(userId, sessionId), '1', 'PX', Math.max(1, expiresAt - now));
    },
  };
}
