import { startTestCluster } from '@doushouqi/service-kit/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Kit, startKit } from './kit.ts';

/** The default time control's five minutes. */
const INITIAL = 300_000;
const patience = { timeout: 30_000, interval: 20 };

let kit: Kit;
beforeAll(async () => {
  kit = await startKit(await startTestCluster());
});
afterAll(() => kit.stop());

test('on a cluster a job flags when the time is up, and the archive gets the game once', async () => {
  const begun = Date.now() - INITIAL + 300;
  await kit.seat('job', begun);
  kit.start();
  await expect.poll(() => kit.record.taken.map(({ gameId }) => gameId), patience).toEqual(['game-job']);
  const room = await kit.store.load('job');
  expect(room?.header.winner).toBe('blue');
  expect(room?.endTime).toBeGreaterThanOrEqual(begun + INITIAL);
  await expect.poll(() => kit.store.unarchived('job'), patience).toEqual([]);
});

test('a lost job is made good by the sweeper', async () => {
  await kit.seat('lost', Date.now() - INITIAL - 5_000);
  await kit.live.enter('lost', Date.now());
  kit.start({ sweepIntervalMs: 100 });
  await expect.poll(async () => (await kit.store.load('lost'))?.header.winner, patience).toBe('blue');
});
