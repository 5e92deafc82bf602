import { PUSH_QUEUE, type PushJob, TURN_CALL_AFTER } from '@doushouqi/protocol';
import { turnCallsKey } from '@doushouqi/room-core';
import { openQueue } from '@doushouqi/room-core/queue';
import { closeRedis, connectRedis } from '@doushouqi/service-kit';
import { afterAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { joinRoom, moveOf, sendMove, userOf } from './play.ts';

const cluster: Cluster = await startCluster({ nodes: 1 });
const redis = connectRedis(cluster.redis.url, { role: 'command' });
const queue = openQueue<PushJob, 'call'>(PUSH_QUEUE, redis);
afterAll(async () => {
  await queue.close();
  await closeRedis(redis);
  await cluster.stop();
});

test('a move queues a call to the other player if that one wants calls', async () => {
  const [red, blue] = [userOf(1), userOf(2)];
  await redis.set(turnCallsKey(blue), '1');
  await cluster.seat('calls', red, blue);
  const clients = [await cluster.connect(0, red), await cluster.connect(0, blue)];
  for (const client of clients) await joinRoom(client, 'calls');
  for (const ply of [0, 1, 2]) await sendMove(clients[ply % 2]!, moveOf('calls', ply));
  await expect.poll(() => queue.getDelayed()).toHaveLength(2);
  const queued = (await queue.getDelayed()).map(({ data, delay }) => ({ ...data, delay }));
  const call = {
    kind: 'turn',
    userId: blue,
    roomId: 'calls',
    gameId: 'game-of-calls',
    delay: TURN_CALL_AFTER,
  };
  expect(queued.toSorted((a, b) => Object(a).ply - Object(b).ply)).toEqual([
    { ...call, ply: 1 },
    { ...call, ply: 3 },
  ]);
});
