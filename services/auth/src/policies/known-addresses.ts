import type { RedisClient } from '@doushouqi/service-kit';

/** An address is remembered for this long after the last login from there. Milliseconds. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1_000;
/** Of one account; those of the last logins stay. */
const MOST = 20;

/** From where the owner of an account has logged in. Where Redis is away, nothing is known and nothing remembered. */
export interface KnownAddresses {
  isKnown(account: string, address: string): Promise<boolean>;
  remember(account: string, address: string): Promise<void>;
}

/** `now` in epoch ms. */
export function createKnownAddresses(redis: RedisClient, now: () => number): KnownAddresses {
  const keyOf = (account: string) => `login:known:${account}`;
  return {
    async isKnown(account, address) {
      if (redis.status !== 'ready') return false;
      const last = await redis.zscore(keyOf(account), address).catch(() => null);
      return last !== null && Number(last) > now() - KEPT_MS;
    },
    async remember(account, address) {
      if (redis.status !== 'ready') return;
      const key = keyOf(account);
      const written = redis
        .multi()
        .zadd(key, now(), address)
        .zremrangebyrank(key, 0, -MOST - 1)
        .pexpire(key, KEPT_MS)
        .exec();
      await written.catch(() => undefined);
    },
  };
}
