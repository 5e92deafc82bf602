import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playPicks } from '../../../test/studies.ts';
import { Analyst } from './analyst.ts';
import type { Found } from './source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('passes on the latest depth at intervals, and the last one at once', async () => {
  const { promise, resolve } = Promise.withResolvers<Found>();
  const found = (depth: number): Found => ({ depth, nodes: 1, lines: [] });
  let report = (_: Found): void => {};
  const stop = () => {};
  const analyze = (_: unknown, onFound: typeof report) => {
    report = onFound;
    return promise;
  };
  const analyst = new Analyst(
    { analyze, stop },
    { evaluate: () => Promise.reject(new Error('unused')), stop },
  );
  analyst.send({ kind: 'show', game: playPicks([1]) });
  const depth = () => analyst.store.getState().found?.depth;
  for (const one of [1, 2, 3]) report(found(one));
  expect(depth()).toBeUndefined();
  vi.advanceTimersByTime(120);
  expect(depth()).toBe(3);
  report(found(4));
  resolve(found(5));
  await vi.advanceTimersByTimeAsync(0);
  expect(depth()).toBe(5);
});
