import { createRateLimiter, type RateLimiter, type RedisClient } from '@doushouqi/service-kit';

/** What one user may do in a minute, by any of his windows. */
const PER_MINUTE = {
  /** Joining and leaving the queue. */
  queue: 40,
  /** Challenges: each is seen by somebody. */
  challenges: 20,
  /** Challenges to one friend, by who asks and whom. */
  nudges: 3,
  /** Accepting, declining, taking back. */
  answers: 30,
  /** How one stands, which windows ask for at every reconnect; lists. */
  reads: 240,
} as const;
/** Looks at challenges by address: they need no account. */
const LOOKS_PER_MINUTE = 600;

/** By user, or as is said. */
export type Limits = Record<keyof typeof PER_MINUTE | 'looks', RateLimiter>;

/** The limits over counters in Redis, shared by all processes. */
export function createLimits(redis: RedisClient): Limits {
  const limiter = (name: string, points: number) =>
    createRateLimiter({ redis, keyPrefix: `limit:pairing-${name}`, points, durationSeconds: 60 });
  const perMinute = (name: keyof typeof PER_MINUTE) => limiter(name, PER_MINUTE[name]);
  return {
    queue: perMinute('queue'),
    challenges: perMinute('challenges'),
    nudges: perMinute('nudges'),
    answers: perMinute('answers'),
    reads: perMinute('reads'),
    looks: limiter('looks', LOOKS_PER_MINUTE),
  };
}
