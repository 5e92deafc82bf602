import { expect, it } from 'vitest';
import { eased } from './use-counting.ts';

it('goes from the first value to the last one, faster at the beginning', () => {
  expect([0, 1].map(eased)).toEqual([0, 1]);
  expect(eased(0.5)).toBeGreaterThan(0.5);
});
