import { ROOM_REQUESTS_PER_MINUTE } from '@doushouqi/protocol';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { VerifiedToken } from './authenticate.ts';
import { errorOf } from './errors.ts';
import type { RedisClient } from './redis.ts';

type RateLimiterOptions = { redis: RedisClient; keyPrefix: string; points: number; durationSeconds: number };

export type RateLimiter = {
  /** Takes one point of `key`; throws RATE_LIMITED with `retryAfter` (seconds) when none is left. */
  consume(key: string): Promise<void>;
  /** Throws as `consume` does, but takes nothing: for limits that count failures only. */
  check(key: string): Promise<void>;
  /** Returns a point that `consume` took: for limits that count failures only, also of attempts that come at once. */
  refund(key: string): Promise<void>;
  /** Restores all points of `key`. */
  reset(key: string): Promise<void>;
};

function limited(result: RateLimiterRes): Error {
  return errorOf('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) });
}

/**
 * Creates a limit of `points` per `durationSeconds` and key, counted in Redis for all processes together. While Redis
 * is unavailable each process counts in its own memory: users are not locked out, and password attempts stay limited.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { redis, keyPrefix, points, durationSeconds } = options;
  const limits = { keyPrefix, points, duration: durationSeconds };
  const local = new RateLimiterMemory(limits);
  const shared = new RateLimiterRedis({
    ...limits,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: local,
  });
  // Checked before each call, so that no call waits for an unavailable Redis.
  const current = () => (redis.status === 'ready' ? shared : local);
  return {
    async consume(key) {
      try {
        await current().consume(key);
      } catch (result) {
        throw result instanceof RateLimiterRes ? limited(result) : result;
      }
    },
    async check(key) {
      const result = await current().get(key);
      if (result !== null && result.consumedPoints >= points) throw limited(result);
    },
    async refund(key) {
      await current().reward(key);
    },
    async reset(key) {
      await current().delete(key);
    },
  };
}

/** Points of a key per minute, or per `seconds`. Counted as `limit:SERVICE-NAME`, or as `limit:COUNTER`. */
type LimitDef = number | { points: number; seconds?: number; counter?: string };
export type LimitDefs<Name extends string> = Record<Name, LimitDef>;

/** Creates the limits of a service, shared by all of its processes. */
export function createLimits<Name extends string>(
  redis: RedisClient,
  service: string,
  defs: LimitDefs<Name>,
): Record<Name, RateLimiter> {
  const limiters = Object.entries<LimitDef>(defs).map(([name, def]) => {
    const {
      points,
      seconds = 60,
      counter = `${service}-${name}`,
    } = typeof def === 'number' ? { points: def } : def;
    return [
      name,
      createRateLimiter({ redis, keyPrefix: `limit:${counter}`, points, durationSeconds: seconds }),
    ];
  });
  return Object.fromEntries(limiters) as Record<Name, RateLimiter>;
}

/** Takes a point of a user. A bot needs none: it plays many games at once, and only the bot service has its token. */
export async function consumeOf(
  limiter: Pick<RateLimiter, 'consume'>,
  { userId, role }: Pick<VerifiedToken, 'userId' | 'role'>,
): Promise<void> {
  if (role !== 'bot') await limiter.consume(userId);
}

/** Returns an `authorize` step that takes a point of the calling user. */
export function byUser(limiter: RateLimiter) {
  return ({ user }: { user: VerifiedToken }): Promise<void> => consumeOf(limiter, user);
}

/**
 * Limit of a user's requests in rooms other than moves and chat: offers, answers, settings, leaving. Counted by user
 * over all rooms; the room service and the realtime nodes share the counter.
 */
export const ROOM_REQUEST_LIMIT = { points: ROOM_REQUESTS_PER_MINUTE, counter: 'room-verb' };
