import { expect, test } from 'vitest';
import { backoffDelay } from './backoff.ts';

test('grows with each failure up to 30 s and is spread by a random number', () => {
  expect([0, 1, 2, 3].map((failures) => backoffDelay(failures, 1))).toEqual([500, 1_000, 2_000, 4_000]);
  expect(backoffDelay(1_000, 1)).toBe(30_000);
  expect(backoffDelay(1_000, 0)).toBe(15_000);
});
