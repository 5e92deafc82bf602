import { startTestCluster } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTable, type Table } from './fixtures.ts';

/** The default time control's five minutes. */
const INITIAL = 300_000;
const patience = { timeout: 30_000, interval: 20 };

let table: Table;
beforeAll(async () => {
  table = await startTable(await startTestCluster());
});
afterAll(() => table.stop());

test('flags by job on time on a cluster, and archives the game once', async () => {
  const begun = Date.now() - INITIAL + 300;
  await table.seat('job', begun);
  await table.start();
  await expect.poll(() => table.record.taken.map(({ gameId }) => gameId), patience).toEqual(['game-job']);
  const room = await table.store.load('job');
  expect(room?.header.winner).toBe('blue');
  expect(room?.endTime).toBeGreaterThanOrEqual(begun + INITIAL);
  await expect.poll(() => table.store.undelivered('job'), patience).toEqual([]);
});

test('the sweeper replaces a lost job', async () => {
  await table.seat('lost', Date.now() - INITIAL - 5_000);
  await table.live.enter('lost', Date.now());
  await table.start({ sweepIntervalMs: 100 });
  await expect.poll(async () => (await table.store.load('lost'))?.header.winner, patience).toBe('blue');
});
