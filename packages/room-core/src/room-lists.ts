import { MAX_WAITING_ROOMS } from '@doushouqi/protocol';
import type { RedisClient } from '@doushouqi/service-kit';
import { defineScript, FLAG } from '@doushouqi/service-kit/redis-script';

/** Sorted set of rooms by when to check them next, epoch ms. */
const LIVE_ROOMS = 'rooms:live';

/** Moves or removes an entry if its score is still the one that was read. Scores are compared as Redis spells them. */
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
  /** As Redis spells it; `reschedule` takes it back. */
  score: string;
}

/**
 * Rooms with a running game, or a finished one that is not archived, for the sweeper. A room is entered *before* the commit that
 * starts its game, so that no crash leaves a running game out; a superfluous entry is harmless.
 */
export interface LiveRooms {
  enter(roomId: string, checkAt: number): Promise<void>;
  /** Up to `limit` rooms that are due at `now`, the longest waiting first. */
  due(now: number, limit: number): Promise<LiveRoom[]>;
  /** Checks the room again at `checkAt`, or removes it where that is null. Does nothing if another process was faster. */
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

/** Longer than any room of the list waits. Milliseconds. */
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
 * The rooms by number that each user opened or joined. They limit how many rooms one user opens, and name the running game to the
 * user's other devices. A room is entered before it is made or joined. One that no longer waits is removed only when the list is
 * full, so a game costs no write.
 */
export interface WaitingRooms {
  /** False while the list holds `MAX_WAITING_ROOMS` others. `now` in epoch ms. */
  enter(userId: string, roomId: string, now: number): Promise<boolean>;
  /** `since`: when it was entered, epoch ms. */
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
