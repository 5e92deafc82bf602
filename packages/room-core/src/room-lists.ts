import { MAX_WAITING_ROOMS } from '@doushouqi/protocol';
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
    async reschedule(room, checkAt) {
      await RESCHEDULE(redis, { rooms: LIVE_ROOMS }, { ...room, checkAt: checkAt ?? undefined });
    },
  };
}

/** Longer than any room of the list waits. */
const WAITING_TTL_MS = 24 * 60 * 60_000;

/** Enters a room unless the list (hash: room → when it was entered) is full. */
const ENTER = defineScript<{ roomId: string; now: number }>()({
  name: 'enterWaitingRoom',
  keys: ['list'],
  lua: `
    if redis.call('HEXISTS', list, arg.roomId) == 1 then return 1 end
    if redis.call('HLEN', list) >= ${MAX_WAITING_ROOMS} then return 0 end
    redis.call('HSET', list, arg.roomId, arg.now)
    redis.call('PEXPIRE', list, ${WAITING_TTL_MS})
    return 1
  `,
  reply: FLAG,
});

/**
 * The numbered rooms that each user opened or joined. Limits how many rooms a user opens, and shows the running game on the
 * user's other devices. A room is entered before it is created or joined. A room that does not wait is removed only when
 * the list is full, so a game costs no write.
 */
export interface WaitingRooms {
  /** Returns false if the list holds `MAX_WAITING_ROOMS` other rooms. `now` in epoch ms. */
  enter(userId: string, roomId: string, now: number): Promise<boolean>;
  /** `since`: time of entry, epoch ms. */
  of(userId: string): Promise<{ roomId: string; since: number }[]>;
  forget(userId: string, roomIds: readonly string[]): Promise<void>;
}

export function createWaitingRooms(redis: RedisClient): WaitingRooms {
  const keyOf = (userId: string) => `{user:${userId}}:waiting`;
  return {
    enter: (userId, roomId, now) => ENTER(redis, { list: keyOf(userId) }, { roomId, now }),
    async of(userId) {
      const entries = Object.entries(await redis.hgetall(keyOf(userId)));
      return entries.map(([roomId, since]) => ({ roomId, since: Number(since) }));
    },
    async forget(userId, roomIds) {
      await redis.hdel(keyOf(userId), ...roomIds);
    },
  };
}
