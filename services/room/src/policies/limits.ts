import {
  createRateLimiter,
  createRoomVerbLimiter,
  type RateLimiter,
  type RedisClient,
} from '@doushouqi/service-kit';

/** What may be done in a minute. */
export interface LimitsPerMinute {
  /** By user: rooms to create or join. */
  joins: number;
  /** By user: messages to say in all rooms together, private ones too. */
  messages: number;
  /** By user: everything else that changes a room, over the sockets too. */
  verbs: number;
  /** By address: looks at rooms. A visitor needs six. */
  looks: number;
  /** By address: looks at rooms with all their boards, which cost a hundred times as much. */
  boards: number;
}

/** By user or by address. */
export type RoomLimits = Record<keyof LimitsPerMinute, RateLimiter>;

/** The limits over counters in Redis, shared by all processes. */
export function createLimits(
  redis: RedisClient,
  { joins, messages, verbs, looks, boards }: LimitsPerMinute,
): RoomLimits {
  const perMinute = (name: string, points: number): RateLimiter =>
    createRateLimiter({ redis, keyPrefix: `limit:${name}`, points, durationSeconds: 60 });
  return {
    joins: perMinute('room-join', joins),
    messages: perMinute('room-chat', messages),
    verbs: createRoomVerbLimiter(redis, verbs),
    looks: perMinute('room-look', looks),
    boards: perMinute('room-boards', boards),
  };
}
