import { PUSH_QUEUE, type PushJob } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { openQueue } from '@doushouqi/room-core/queue';
import { afterAll, expect, test } from 'vitest';
import { BLUE, RED, testRoom, WATCHER } from './fixtures.ts';

const { call, internal, redis, join } = await testRoom();
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

test('other services learn whose turn it is', async () => {
  const turnOf = (roomId: string) => internal.call(ROUTES.getTurn, { params: { roomId } });
  expect(await turnOf('empty')).toEqual({ turn: null });
  expect(await turnOf('begun')).toEqual({ turn: { gameId: expect.any(String), ply: 0 } });
  const refused = await call('GET', '/internal/turns/begun', { userId: RED });
  expect(refused.status).toBe(401);
});
