import { QUEUE_PREFIX, ROOM_QUEUE } from '@doushouqi/protocol';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LatenessMeter, type LatenessOptions, worstOf } from '../src/lateness.ts';
import { startTable, type Table } from './fixtures.ts';

let ahead = 0;
function now(): number {
  return Date.now() + ahead;
}
const nothingLive = { due: async () => [] };

function worstLateness(options: LatenessOptions): () => Promise<number> {
  const meter = new LatenessMeter(options);
  return async () => worstOf(await meter.measure());
}

let table: Table;
let queue: Queue;
beforeAll(async () => {
  table = await startTable();
  queue = new Queue(ROOM_QUEUE, { connection: table.redis, prefix: QUEUE_PREFIX });
});
afterAll(async () => {
  await queue.close();
  await table.stop();
});

test('reports zero without due jobs, and the overdue time of a delayed job that no worker takes', async () => {
  ahead = 0;
  const lateness = worstLateness({ queues: [queue], live: nothingLive, now });
  const job = await queue.add('look', {}, { delay: 30_000 });
  expect(await lateness()).toBe(0);
  ahead = 40_000;
  const late = await lateness();
  expect(late).toBeGreaterThanOrEqual(10_000);
  expect(late).toBeLessThan(15_000);
  await job.remove();
});

test('measures a waiting job from its first observation, and a new job from zero', async () => {
  ahead = 0;
  const lateness = worstLateness({ queues: [queue], live: nothingLive, now });
  const first = await queue.add('look', {});
  expect(await lateness()).toBe(0);
  ahead = 5_000;
  expect(await lateness()).toBeGreaterThanOrEqual(5_000);
  await first.remove();
  await queue.add('look', {});
  expect(await lateness()).toBe(0);
});

test('reports the overdue time of a room that is not checked', async () => {
  const live = { due: async () => [{ roomId: 'R', score: String(now() - 7_000) }] };
  const late = await worstLateness({ queues: [], live, now })();
  expect(late).toBeGreaterThanOrEqual(7_000);
});
