import { expect, onTestFinished, test } from 'vitest';
import { closeRedis, connectRedis } from '../src/redis.ts';
import { launchRedis } from '../testing/index.ts';

test('a frozen Redis fails commands in time and is used after it continues', async () => {
  const server = await launchRedis({});
  onTestFinished(server.stop);
  const redis = connectRedis(server.url, { role: 'command' });
  onTestFinished(() => closeRedis(redis));
  await redis.set('before', '1');
  server.freeze();
  const late = await Promise.allSettled([redis.get('before'), redis.multi().set('within', '1').exec()]);
  server.goOn();
  expect(late.map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
    'Command timed out',
    expect.stringContaining('Command timed out'),
  ]);
  expect(await redis.get('before')).toBe('1');
});
