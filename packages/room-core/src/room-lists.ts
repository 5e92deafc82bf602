import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';

/** Sorted set of rooms by when to check them next, epoch ms. */
const LIVE_ROOMS = 'rooms:live';

/** Moves or removes an entry if its score is unchanged. Compares scores as text, as Redis returns them. */
const RESCHEDULE = defineScript<{ roomId: string; score: string; checkAt?: number | undefined }>()({
  name: 'rescoreLiveRoom',
  keys: ['rooms'],
  lua: `
    if redis.call('ZSCORE', rooms, arg.roomId) ~= arg.score then return 0 end
    if not arg.checkAt then return redis.call('ZREM', rooms, arg.roomId) end
    redis.call('ZADD', rooms, arg.checkAt, arg.roomId)
    return 1
  `,
  reply: FLAG,
});

export interface LiveRoom {
  roomId: string;
  /** As Redis returned it, for `reschedule`. */
  score: string;
}

/**
 * Rooms for the sweeper: with a running game, or a finished one that is not archived. A room is entered before the commit
 * that starts its game, so no crash leaves a running game out. A superfluous entry is harmless.
 */
export interface LiveRooms {
  enter(roomId: string, checkAt: number): Promise<void>;
  /** Up to `limit` rooms that are due at `now`, the longest waiting first. */
  due(now: number, limit: number): Promise<LiveRoom[]>;
  /** The number of rooms. */
  count(): Promise<number>;
  /** Schedules the next check, or removes the room if `checkAt` is null. Does nothing if another process was faster. */
  reschedule(room: LiveRoom, checkAt: number | null): Promise<void>;
}

export function createLiveRooms(redis: RedisClient): LiveRooms {
  return {
    async enter(roomId, checkAt) {
      await redis.zadd(LIVE_ROOMS, checkAt, roomId);
    },
    async due(now, limit) {
      const flat = await redis.zrangebyscore(LIVE_ROOMS, '-inf', now, 'WITHSCORES', 'LIMIT', 0, limit);
      const rooms: LiveRoom[] = [];
      for (let i = 0; i + 1 < flat.length; i += 2) rooms.push({ roomId: flat[i]!, score: flat[i + 1]! });
      return rooms;
    },
    count: () => redis.zcard(LIVE_ROOMS),
    async reschedule(room, checkAt) {
      await RESCHEDULE(redis, { rooms: LIVE_ROOMS }, { ...room, checkAt: checkAt ?? undefined });
    },
  };
}
