import { expect, it } from 'vitest';
import { offsetAfter } from './time.ts';

const HOUR = 3_600_000;

it('stays while the replies agree with it, which state whole seconds', () => {
  expect(offsetAfter(0, 10_000, 10_100, 10_200)).toBe(0);
  expect(offsetAfter(0, 10_000, 10_800, 11_100)).toBe(0);
});

it('follows a device whose clock is an hour ahead, by half a second and half the round trip', () => {
  const ahead = offsetAfter(0, 10_000, HOUR + 10_300, HOUR + 10_500);
  expect(Math.abs(ahead + HOUR)).toBeLessThanOrEqual(600);
  expect(offsetAfter(ahead, 20_000, HOUR + 20_300, HOUR + 20_500)).toBe(ahead);
});
