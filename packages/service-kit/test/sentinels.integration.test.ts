import { once } from 'node:events';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closeRedis, connectRedis, type RedisClient } from '../src/redis.ts';
import { startTestSentinels } from '../testing/index.ts';

const patience = { timeout: 30_000, interval: 20 };

/** Returns how many clients of this sentinel subscribe to failovers. */
async function listeners(sentinel: Redis): Promise<number> {
  return String(await sentinel.client('LIST')).split(' sub=1 ').length - 1;
}

test('an unavailable sentinel is not logged, and a closed client stops polling sentinels', async () => {
  const { url, sentinels, stop } = await startTestSentinels();
  onTestFinished(stop);
  const watched = new Redis(sentinels[0]!.url);
  onTestFinished(() => watched.disconnect());
  const before = await listeners(watched);
  const redis: RedisClient = connectRedis(url, { role: 'command' });
  await expect.poll(() => listeners(watched), patience).toBe(before + 1);

  const printed = vi.spyOn(console, 'error');
  onTestFinished(() => printed.mockRestore());
  await sentinels[2]!.kill();
  for (let tries = 0; tries < 2; tries++) await once(redis, 'sentinelReconnecting');
  expect(printed).not.toHaveBeenCalled();
  expect(await redis.ping()).toBe('PONG');

  await closeRedis(redis);
  await expect.poll(() => listeners(watched), patience).toBe(before);
});
