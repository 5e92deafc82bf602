import { ARCHIVE_QUEUE, QUEUE_PREFIX, ROOM_QUEUE } from '@doushouqi/protocol';
import { closeRedis, connectRedis, type RedisClient } from '@doushouqi/service-kit';
import { clearRedis, startTestRedis, type TestRedis } from '@doushouqi/service-kit/testing';
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SPECTATOR } from '../../room/test/fixtures.ts';
import { createLiveRooms, createRoomJobs, type LiveRooms, RETRY_SETTINGS } from '../src/index.ts';
import { RETRY_UNTIL_DONE } from '../src/queue.ts';

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

describe('every job', () => {
  test('is retried until it is done, at most every 10 s', async () => {
    const queued = createRoomJobs(redis);
    const soon = Date.now() + 60_000;
    await queued.watchClock('r', 'g', soon);
    await queued.watchReminder('r', 'g', soon);
    await queued.watchAbsence('r', 'g', soon);
    await queued.watchSpectators('r', [SPECTATOR], soon);
    await queued.deliver('r', 'g', ['record', 'rating']);
    const queues = [ROOM_QUEUE, ARCHIVE_QUEUE].map(
      (name) => new Queue(name, { connection: redis, prefix: QUEUE_PREFIX }),
    );
    const jobs = (await Promise.all(queues.map((queue) => queue.getJobs()))).flat();
    expect(jobs.map(({ name }) => name).toSorted()).toEqual([
      'absence',
      'clock',
      'rating',
      'record',
      'reminder',
      'spectators',
    ]);
    for (const { opts } of jobs) expect(opts).toMatchObject(RETRY_UNTIL_DONE);
    const spectators = jobs.find(({ name }) => name === 'spectators');
    expect(spectators).toMatchObject({ data: { roomId: 'r', userIds: [SPECTATOR] } });
    expect(spectators?.delay).toBeGreaterThan(59_000);
    await Promise.all([...queues, queued].map((one) => one.close()));
  });

  test.each([
    [1, 250, 500],
    [3, 1_000, 2_000],
    [6, 5_000, 10_000],
    [5_000, 5_000, 10_000],
  ])('that failed %i times is delayed by %i to %i ms', (failures, least, most) => {
    const delay = RETRY_SETTINGS.backoffStrategy(failures);
    expect(delay).toBeGreaterThanOrEqual(least);
    expect(delay).toBeLessThanOrEqual(most);
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
