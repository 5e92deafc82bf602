import { createRateLimiter, type RateLimiter, type RedisClient } from '@doushouqi/service-kit';

export interface Limits {
  /** What is open to all, by address. */
  reads: RateLimiter;
}

export function createLimits(redis: RedisClient, readsPerMinute: number): Limits {
  return {
    reads: createRateLimiter({
      redis,
      keyPrefix: 'limit:rating-reads',
      points: readsPerMinute,
      durationSeconds: 60,
    }),
  };
}
