import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRedis, type TestRedis } from '../testing/index.ts';
import { createRateLimiter } from './rate-limit.ts';
import { closeRedis, connectRedis, type RedisClient } from './redis.ts';

let server: TestRedis;
let redis: RedisClient;
beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
  await redis.ping();
});
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

function limiterOf(keyPrefix: string) {
  return createRateLimiter({ redis, keyPrefix, points: 2, durationSeconds: 60 });
}
const LIMITED = { code: 'RATE_LIMITED', status: 429 };

test('shares the points of each key among all processes', async () => {
  const [one, other] = [limiterOf('shared'), limiterOf('shared')];
  await one.consume('a');
  await other.consume('a');
  await expect(one.consume('a')).rejects.toMatchObject(LIMITED);
  const refused = await other.consume('a').catch((error: { retryAfter: number }) => error);
  expect(refused?.retryAfter).toBeGreaterThan(50);
  await one.consume('b');
});

test('check takes no point, and reset restores all points', async () => {
  const limiter = limiterOf('failures');
  for (let call = 0; call < 5; call += 1) await limiter.check('a');
  await limiter.consume('a');
  await limiter.check('a');
  await limiter.consume('a');
  await expect(limiter.check('a')).rejects.toMatchObject(LIMITED);
  await limiter.reset('a');
  await limiter.check('a');
});

test('refund returns a point', async () => {
  const limiter = limiterOf('attempts');
  await limiter.consume('a');
  await limiter.consume('a');
  await limiter.refund('a');
  await limiter.consume('a');
  await expect(limiter.consume('a')).rejects.toMatchObject(LIMITED);
});

test('while Redis is unavailable each process counts by itself, without delay', async () => {
  const limiter = limiterOf('alone');
  await server.kill();
  await limiter.check('a');
  await limiter.consume('a');
  await limiter.consume('a');
  await expect(limiter.consume('a')).rejects.toMatchObject(LIMITED);
  await expect(limiter.check('a')).rejects.toMatchObject(LIMITED);
  await limiter.reset('a');
  await limiter.check('a');
});
