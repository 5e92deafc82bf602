import { expect, test } from 'vitest';
import { createLogSample } from './log-sample.ts';

test('of each kind one line a second is written, and it tells how many were not', () => {
  let now = 5_000;
  const sample = createLogSample(() => now);
  expect([sample('a'), sample('a'), sample('b'), sample('a')]).toEqual([0, null, 0, null]);
  now += 999;
  expect(sample('a')).toBeNull();
  now += 1;
  expect([sample('a'), sample('b'), sample('a')]).toEqual([3, 0, null]);
});
