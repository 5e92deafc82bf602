import { createRateLimiter, type RateLimiter } from '@doushouqi/service-kit';
import type { Redis } from 'ioredis';

/** What one user may do in a minute. */
export interface LimitsPerMinute {
  /** Rooms to create or join. */
  joins: number;
  /** Messages to say in all rooms together, private ones too. */
  messages: number;
}

/** By user. */
export type RoomLimits = Record<keyof LimitsPerMinute, RateLimiter>;

/** The limits over counters in Redis, shared by all processes. */
export function createLimits(redis: Redis, { joins, messages }: LimitsPerMinute): RoomLimits {
  const perMinute = (name: string, points: number): RateLimiter =>
    createRateLimiter({ redis, keyPrefix: `limit:${name}`, points, durationSeconds: 60 });
  return { joins: perMinute('room-join', joins), messages: perMinute('room-chat', messages) };
}
