import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SpectatorGrace } from './spectator-grace.ts';

let notified: [string, readonly string[]][];
let failing: boolean;
let failures: number;
let grace: SpectatorGrace;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  [notified, failing, failures] = [[], false, 0];
  grace = new SpectatorGrace({
    graceMs: 10_000,
    async notify(roomId, userIds) {
      if (failing) throw new Error('away');
      notified.push([roomId, userIds]);
    },
    onFailed: () => {
      failures += 1;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('reports the spectators whose grace period ended in one batch per room, and drops them', async () => {
  for (const userId of ['a', 'b']) grace.begin('R', userId);
  grace.begin('S', 'c');
  await vi.advanceTimersByTimeAsync(9_900);
  expect([notified, grace.awaits('R')]).toEqual([[], true]);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(notified).toEqual([
    ['R', ['a', 'b']],
    ['S', ['c']],
  ]);
  expect([grace.size(), grace.awaits('R')]).toEqual([0, false]);
  expect(vi.getTimerCount()).toBe(0);
});

test('does not report a spectator who returns in time', async () => {
  grace.begin('R', 'a');
  grace.begin('R', 'b');
  await vi.advanceTimersByTimeAsync(5_000);
  grace.cancel('R', 'a');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notified).toEqual([['R', ['b']]]);
});

test('retries after a failed notification', async () => {
  failing = true;
  grace.begin('R', 'a');
  await vi.advanceTimersByTimeAsync(12_000);
  expect([failures > 0, grace.size()]).toEqual([true, 1]);
  failing = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([notified, grace.size()]).toEqual([[['R', ['a']]], 0]);
});

test('reports nothing after a stop', async () => {
  grace.begin('R', 'a');
  grace.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([notified, grace.size(), vi.getTimerCount()]).toEqual([[], 0, 0]);
});
