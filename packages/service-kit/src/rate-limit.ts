import { ROOM_VERBS_PER_MINUTE } from '@doushouqi/protocol';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { errorOf } from './errors.ts';
import type { RedisClient } from './redis.ts';

type RateLimiterOptions = { redis: RedisClient; keyPrefix: string; points: number; durationSeconds: number };

export type RateLimiter = {
  /** Takes one point of `key`; throws RATE_LIMITED with `retryAfter` (seconds) when none is left. */
  consume(key: string): Promise<void>;
  /** Throws as `consume` does, but takes nothing: for limits that count failures only. */
  check(key: string): Promise<void>;
  /** Gives `key` all its points back. */
  reset(key: string): Promise<void>;
};

function limited(result: RateLimiterRes): Error {
  return errorOf('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(result.msBeforeNext / 1000)) });
}

/**
 * `points` per `durationSeconds` and key, counted in Redis for all processes together. While Redis is away each
 * process counts for itself in memory: nobody is locked out, and nobody may try passwords without limit.
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
  // Asked before each call, so that nobody waits for a Redis that is known to be away.
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
    async reset(key) {
      await current().delete(key);
    },
  };
}

/** Points of a key in a minute, or in `seconds`. Counted as `limit:SERVICE-NAME`, or as `limit:COUNTER`. */
type LimitDef = number | { points: number; seconds?: number; counter?: string };
export type LimitDefs<Name extends string> = Record<Name, LimitDef>;

/** The limits of a service, shared by all of its processes. */
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

/** Takes a point of the user who calls a route, as its `authorize`. */
export function byUser(limiter: RateLimiter) {
  return ({ user }: { user: { userId: string } }): Promise<void> => limiter.consume(user.userId);
}

/**
 * What a user does in rooms besides moving and talking: offers, answers, settings, leaving. Counted by user over all rooms
 * and doors together: the room service and the realtime nodes share the counter.
 */
export const ROOM_VERB_LIMIT = { points: ROOM_VERBS_PER_MINUTE, counter: 'room-verb' };
