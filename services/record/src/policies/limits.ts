import { createRateLimiter, type RateLimiter, type RedisClient } from '@doushouqi/service-kit';

/** How often something may be done in a minute. */
export interface Rates {
  /** Pages of a history, parts of an export and single games that one user reads. */
  reads: number;
  /** Local games that one user saves: each is replayed. */
  saves: number;
  /** Favourites, deletions and shares of one user. */
  changes: number;
  /** Shared and rated games that one address looks at. */
  shared: number;
}

export type Limits = Record<keyof Rates, RateLimiter>;

/** Limits by user, and by address for what is open to all; counted in Redis. */
export function createLimits(redis: RedisClient, rates: Rates): Limits {
  const perMinute = (name: keyof Rates) =>
    createRateLimiter({ redis, keyPrefix: `limit:record-${name}`, points: rates[name], durationSeconds: 60 });
  return {
    reads: perMinute('reads'),
    saves: perMinute('saves'),
    changes: perMinute('changes'),
    shared: perMinute('shared'),
  };
}
