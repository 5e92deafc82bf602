import { PUSH_QUEUE, type PushJob } from '@doushouqi/protocol';
import { openQueue } from '@doushouqi/room-core/queue';
import { afterAll, expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const { redis, join } = await testRoom();
const queue = openQueue<PushJob, 'call'>(PUSH_QUEUE, redis);
afterAll(() => queue.close());

test('the arrival of the second player calls red, and later commits of that turn call no one', async () => {
  // The name stays: processes of other versions write it.
  for (const userId of [RED, BLUE]) await redis.set(`{user:${userId}}:turnCalls`, '1');
  await join(RED, 'begun');
  expect(await queue.getDelayedCount()).toBe(0);
  await join(BLUE, 'begun');
  await expect.poll(() => queue.getDelayed()).toHaveLength(1);
  const [job] = await queue.getDelayed();
  expect(job?.data).toMatchObject({ kind: 'turn', userId: RED, roomId: 'begun', ply: 0 });
  await job?.remove();
  await join(WATCHER, 'begun');
  await join(WATCHER, 'other');
  await join(BLUE, 'another');
  expect(await queue.getDelayedCount()).toBe(0);
});
