import { expect, test } from 'vitest';
import { createLogSample } from './log-sample.ts';

test('passes one line of each kind per second, with the number of omitted lines', () => {
  let now = 5_000;
  const sample = createLogSample(() => now);
  expect([sample('a'), sample('a'), sample('b'), sample('a')]).toEqual([0, null, 0, null]);
  now += 999;
  expect(sample('a')).toBeNull();
  now += 1;
  expect([sample('a'), sample('b'), sample('a')]).toEqual([3, 0, null]);
});
