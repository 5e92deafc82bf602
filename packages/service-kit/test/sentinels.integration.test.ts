import { once } from 'node:events';
import { createServer } from 'node:net';
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
  const inItsPlace = createServer((socket) => socket.destroy()).listen(sentinels[2]!.port, '127.0.0.1');
  onTestFinished(() => void inItsPlace.close());
  for (let tries = 0; tries < 2; tries++) await once(inItsPlace, 'connection');
  expect(printed).not.toHaveBeenCalled();
  expect(await redis.ping()).toBe('PONG');

  await closeRedis(redis);
  await expect.poll(() => listeners(watched), patience).toBe(before);
});

test('every client finds the new master, also one that gets the news while it asks a sentinel', async () => {
  const { url, sentinels, killMaster, stop } = await startTestSentinels();
  onTestFinished(stop);
  const clients = Array.from({ length: 20 }, () => connectRedis(url, { role: 'command' }));
  onTestFinished(() => void clients.map((client) => client.disconnect()));
  await Promise.all(clients.map((client) => client.ping()));
  // A client that has lost its connection waits for the first sentinel, for a second each time.
  sentinels[0]!.freeze();
  await killMaster();
  sentinels[0]!.goOn();
  const answers = () => Promise.all(clients.map((client) => client.ping().catch(String)));
  await expect.poll(answers, patience).toEqual(clients.map(() => 'PONG'));
});
