import { createRateLimiter, type RateLimiter, type RedisClient } from '@doushouqi/service-kit';

/** What one user may do in a minute, by any of his windows. */
const PER_MINUTE = {
  /** Friend requests: each is seen by somebody who did not ask for it. */
  requests: 20,
  /** Private messages; the flood rule lets fewer through to one person. */
  messages: 60,
  invites: 20,
  /** Answers, removals, blocks, rooms entered, conversations read. */
  changes: 120,
  /** Lists and counts, which windows ask for anew whenever a friend comes or goes. */
  reads: 300,
} as const;

export type Limits = Record<keyof typeof PER_MINUTE, RateLimiter>;

/** Limits by user, counted in Redis. Heartbeats have none of their own: counting would cost more than they do. */
export function createLimits(redis: RedisClient): Limits {
  const perMinute = (name: keyof typeof PER_MINUTE) =>
    createRateLimiter({
      redis,
      keyPrefix: `limit:social-${name}`,
      points: PER_MINUTE[name],
      durationSeconds: 60,
    });
  return {
    requests: perMinute('requests'),
    messages: perMinute('messages'),
    invites: perMinute('invites'),
    changes: perMinute('changes'),
    reads: perMinute('reads'),
  };
}
