import { expect, it } from 'vitest';
import { thinkingTime } from './pace.ts';

const LEVELS = [1, 2, 3, 4, 5] as const;

it.each(LEVELS)('takes 0.6 to 1.5 s at level %i on every ply', (level) => {
  for (const ply of [0, 1, 7, 40, 400])
    for (const random of [0, 0.5, 0.999]) {
      const time = thinkingTime(level, ply, null, () => random);
      expect(time).toBeGreaterThanOrEqual(600);
      expect(time).toBeLessThanOrEqual(1_500);
    }
});

it('takes longer at a higher level and after the opening', () => {
  const times = LEVELS.map((level) => thinkingTime(level, 20, null, () => 0.5));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(thinkingTime(4, 0, null, () => 1)).toBeLessThan(thinkingTime(4, 20, null, () => 1));
});

it('takes a small part of a short clock', () => {
  expect(thinkingTime(4, 20, 60_000, () => 1)).toBe(1_500);
  expect(thinkingTime(4, 20, 8_000, () => 1)).toBe(200);
  expect(thinkingTime(4, 20, 0, () => 1)).toBe(0);
});
