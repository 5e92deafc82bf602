import type { Cluster, Redis } from 'ioredis';

/**
 * Rooms with a running game or a finished one that is not archived yet, for the sweeper. Entered *before* the
 * commit that starts a game, so that no crash can leave a running game out; an entry too many is harmless.
 * One sorted set, scored by the moment (epoch ms) at which it is worth looking.
 */
const LIVE_ROOMS = 'rooms:live';

/** Moves or removes an entry only if nobody touched it since it was read. KEYS 1 set · ARGV room, score read, new score or '' */
const RESCORE = `
if redis.call('ZSCORE', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then return redis.call('ZREM', KEYS[1], ARGV[1]) end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
`;

export interface LiveRoom {
  roomId: string;
  /** As Redis spells it, to be handed back to `settle`. */
  score: string;
}

export interface LiveRooms {
  enter(roomId: string, lookAt: number): Promise<void>;
  /** Up to `limit` rooms that are due at `now`, the longest waiting first. */
  due(now: number, limit: number): Promise<LiveRoom[]>;
  /** Comes back to the room at `lookAt`, or forgets it where that is null. */
  settle(room: LiveRoom, lookAt: number | null): Promise<void>;
}

interface Scripts {
  rescoreLiveRoom(key: string, roomId: string, score: string, lookAt: string): Promise<number>;
}

export function createLiveRooms(redis: Redis | Cluster): LiveRooms {
  redis.defineCommand('rescoreLiveRoom', { numberOfKeys: 1, lua: RESCORE });
  const scripts = redis as unknown as Scripts;
  return {
    async enter(roomId, lookAt) {
      await redis.zadd(LIVE_ROOMS, lookAt, roomId);
    },
    async due(now, limit) {
      const flat = await redis.zrangebyscore(LIVE_ROOMS, '-inf', now, 'WITHSCORES', 'LIMIT', 0, limit);
      const rooms: LiveRoom[] = [];
      for (let i = 0; i + 1 < flat.length; i += 2) rooms.push({ roomId: flat[i]!, score: flat[i + 1]! });
      return rooms;
    },
    async settle({ roomId, score }, lookAt) {
      await scripts.rescoreLiveRoom(LIVE_ROOMS, roomId, score, lookAt === null ? '' : String(lookAt));
    },
  };
}
