import { MAX_WAITING_ROOMS } from '@doushouqi/protocol';
import type { Cluster, Redis } from 'ioredis';

/** Longer than any room of the list waits. Milliseconds. */
const LIST_TTL = 24 * 60 * 60_000;

/**
 * Enters a room unless the list is full. KEYS 1 list (hash: room → when it was entered) · ARGV room, now
 * Returns 1 where the room is on the list.
 */
const ENTER = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('HLEN', KEYS[1]) >= ${MAX_WAITING_ROOMS} then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${LIST_TTL})
return 1
`;

/**
 * The rooms by number that each user opened or joined. They limit how many rooms one user opens, and name the running
 * game to the user's other devices. A room is entered before it is made or joined; one that waits no longer is removed
 * only when the list is full, so a game costs no write.
 */
export interface WaitingRooms {
  /** False while the list holds `MAX_WAITING_ROOMS` others. `now` in epoch ms. */
  enter(userId: string, roomId: string, now: number): Promise<boolean>;
  /** `since`: when it was entered, epoch ms. */
  of(userId: string): Promise<{ roomId: string; since: number }[]>;
  forget(userId: string, roomIds: readonly string[]): Promise<void>;
}

interface Scripts {
  enterWaitingRoom(key: string, roomId: string, now: number): Promise<number>;
}

function keyOf(userId: string): string {
  return `{user:${userId}}:waiting`;
}

export function createWaitingRooms(redis: Redis | Cluster): WaitingRooms {
  redis.defineCommand('enterWaitingRoom', { numberOfKeys: 1, lua: ENTER });
  const scripts = redis as unknown as Scripts;
  return {
    enter: async (userId, roomId, now) => (await scripts.enterWaitingRoom(keyOf(userId), roomId, now)) === 1,
    async of(userId) {
      const entries = Object.entries(await redis.hgetall(keyOf(userId)));
      return entries.map(([roomId, since]) => ({ roomId, since: Number(since) }));
    },
    async forget(userId, roomIds) {
      await redis.hdel(keyOf(userId), ...roomIds);
    },
  };
}
