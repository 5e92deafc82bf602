import type { RedisClient } from '@doushouqi/service-kit';
import { keysOf, RELEASE, RENEW, TAKE_UPDATE } from './scripts.ts';

/** Another process goes on with a tournament this long after its process was killed. Milliseconds. */
const LEASE_MS = 6_000;
/** State of a stored tournament is deleted after this time. Milliseconds. */
const STORED_MS = 3_600_000;
/** The same of one that has ended, should its process die right after it was stored. */
export const ENDED_MS = 30 * 24 * 3_600_000;

export type Marks = ReturnType<typeof createMarks>;

/** The lease and the marks of a tournament in Redis. Every method rejects while Redis is unavailable. */
export function createMarks(redis: RedisClient) {
  const once = async (key: string, ms: number): Promise<boolean> =>
    (await redis.set(key, 1, 'PX', ms, 'NX')) === 'OK';
  return {
    /** Runs `work` unless another process advances the tournament. */
    async lease(id: string, holder: string, work: () => Promise<void>): Promise<void> {
      const { lease } = keysOf(id);
      if ((await redis.set(lease, holder, 'PX', LEASE_MS, 'NX')) !== 'OK') return;
      // A lost lease costs only work: appended steps exclude each other.
      const renew = () => void RENEW(redis, { lease }, { holder, ms: LEASE_MS }).catch(() => undefined);
      const renewing = setInterval(renew, LEASE_MS / 3);
      try {
        await work();
      } finally {
        clearInterval(renewing);
        await RELEASE(redis, { lease }, { holder });
      }
    },
    /** Returns true for one caller in each period. */
    isWaveDue: (id: string, ms: number) => once(keysOf(id).wave, ms),
    /** Returns true for one caller in each period, if spectators do not have this number of events. */
    takeUpdate: (id: string, length: number, everyMs: number): Promise<boolean> =>
      TAKE_UPDATE(redis, keysOf(id), { length, everyMs, ttlMs: STORED_MS }),
    /** Returns true for the first caller. */
    announceOnce: async (id: string, step: string): Promise<boolean> =>
      (await redis.sadd(keysOf(id).announced, step)) === 1,
    /** Returns those games whose rooms are not known to exist. */
    async notBegun(id: string, games: readonly string[]): Promise<string[]> {
      if (games.length === 0) return [];
      const begun = await redis.hmget(keysOf(id).begun, ...games);
      return games.filter((_, n) => begun[n] === null);
    },
    /** Notes that the room of a game exists. Returns true for the first caller. */
    noteBegun: async (id: string, game: string): Promise<boolean> =>
      (await redis.hset(keysOf(id).begun, game, 1)) === 1,
    noteNetwork: async (id: string, userId: string, network: string): Promise<void> => {
      await redis.hset(keysOf(id).networks, userId, network);
    },
    /** Returns the addresses of players; null for those who entered without one. */
    async networksOf(id: string, userIds: readonly string[]): Promise<Map<string, string | null>> {
      const found = userIds.length > 0 ? await redis.hmget(keysOf(id).networks, ...userIds) : [];
      return new Map(userIds.map((userId, n) => [userId, found[n] ?? null]));
    },
    /** Lets the state of a tournament expire, by default soon: it is stored. */
    async expire(id: string, ms = STORED_MS): Promise<void> {
      const { events, begun, announced, networks } = keysOf(id);
      await Promise.all([events, begun, announced, networks].map((key) => redis.pexpire(key, ms)));
    },
  };
}
