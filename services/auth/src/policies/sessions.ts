import {
  endedSessionKey,
  passwordUpdatedAtKey,
  type RedisClient,
  type VerifiedToken,
} from '@doushouqi/service-kit';
import { defineScript } from '@doushouqi/service-kit/redis-script';
import { z } from 'zod';

/** Longer than any token's life. Milliseconds. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** Stores the later of two times. */
const RAISE = defineScript<{ at: number; lifeMs: number }>()({
  name: 'raiseTime',
  keys: ['time'],
  lua: `
    local at = redis.call('GET', time)
    if not at or tonumber(at) < arg.at then redis.call('SET', time, arg.at, 'PX', arg.lifeMs) end
  `,
  reply: z.null(),
});

/** Revoked tokens; every service checks each token against Redis. */
export interface Sessions {
  /** Revokes every token issued before `at` (epoch ms). Rejects while Redis is unavailable. */
  endBefore(userId: string, at: number): Promise<void>;
  /** Revokes this token. `now` in epoch ms. Rejects while Redis is unavailable. */
  end(session: Pick<VerifiedToken, 'userId' | 'sessionId' | 'expiresAt'>, now: number): Promise<void>;
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
