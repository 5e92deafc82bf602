import { expect, it } from 'vitest';
import { eased } from './use-counting.ts';

it('goes from the first value to the last one, faster at the beginning', () => {
  expect([-1, 0, 1, 2].map(eased)).toEqual([0, 0, 1, 1]);
  expect(eased(0.5)).toBeGreaterThan(0.5);
});
