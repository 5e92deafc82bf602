import { QUEUE_PREFIX, ROOM_QUEUE } from '@doushouqi/protocol';
import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { clearRedis, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SPECTATOR } from '../../room/test/fixtures.ts';
import { createLiveRooms, createRoomJobs, type LiveRooms } from '../src/index.ts';

let server: TestRedis;
let redis: RedisClient;
let live: LiveRooms;

beforeAll(async () => {
  server = await startTestRedis();
  redis = connectRedis(server.url, { role: 'command' });
  live = createLiveRooms(redis);
});

afterEach(() => clearRedis(redis));

afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

describe('jobs', () => {
  test('queues one clock check for each game, which a sooner one replaces', async () => {
    const queue = new Queue(ROOM_QUEUE, { connection: redis, prefix: QUEUE_PREFIX });
    const queued = createRoomJobs(redis);
    const soon = Date.now() + 60_000;
    const dueAt = async (): Promise<number[]> => {
      const waiting = await queue.getDelayed();
      return waiting.map(({ timestamp, delay }) => Math.round((timestamp + delay - soon) / 1000));
    };
    await queued.watchClock('r', 'g1', soon + 100_000);
    await queued.watchClock('r', 'g1', soon);
    expect(await dueAt()).toEqual([100]);
    await queued.watchClock('r', 'g1', soon, true);
    expect(await dueAt()).toEqual([0]);
    await queued.watchClock('r', 'g2', soon, true);
    expect(await dueAt()).toEqual([0, 0]);
    await Promise.all([queue.close(), queued.close()]);
  });
});

describe('the job for spectators', () => {
  test('is delayed until its time and retries if it fails, because the sweeper does not check spectators', async () => {
    const queue = new Queue(ROOM_QUEUE, { connection: redis, prefix: QUEUE_PREFIX });
    const queued = createRoomJobs(redis);
    await queued.watchSpectators('r', [SPECTATOR], Date.now() + 60_000);
    const [job] = await queue.getDelayed();
    expect(job).toMatchObject({ name: 'spectators', data: { roomId: 'r', userIds: [SPECTATOR] } });
    expect(job?.delay).toBeGreaterThan(59_000);
    expect(job?.opts.attempts).toBeGreaterThan(1);
    await Promise.all([queue.close(), queued.close()]);
  });
});

describe('live rooms', () => {
  test('reschedules an entry only if it is unchanged', async () => {
    await live.enter('r', 100);
    const [entry] = await live.due(200, 10);
    await live.enter('r', 150);
    await live.reschedule(entry!, null);
    const [again] = await live.due(200, 10);
    expect(again).toEqual({ roomId: 'r', score: '150' });
    await live.reschedule(again!, 500);
    expect(await live.due(499, 10)).toEqual([]);
    await live.reschedule({ roomId: 'r', score: '500' }, null);
    expect(await live.due(999, 10)).toEqual([]);
  });
});
