import type { RedisClient } from '@doushouqi/service-kit';
import { keysOf, RELEASE, RENEW } from './scripts.ts';

/** Another process goes on with a tournament this long after its process was killed. Milliseconds. */
const LEASE_MS = 6_000;
/** State of a tournament that has ended is deleted after this time. Milliseconds. */
const KEEP_MS = 3_600_000;

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
    isUpdateDue: (id: string, ms: number) => once(keysOf(id).update, ms),
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
    /** Lets the state of a stored tournament expire. */
    async expire(id: string, ms = KEEP_MS): Promise<void> {
      const { events, begun, announced } = keysOf(id);
      await Promise.all([events, begun, announced].map((key) => redis.pexpire(key, ms)));
    },
  };
}
