import { expect, test } from 'vitest';
import { startOfDay } from './days.ts';

test.each([
  [Date.UTC(2026, 10, 18, 4), Date.UTC(2026, 10, 17, 16)],
  [Date.UTC(2026, 10, 17, 16), Date.UTC(2026, 10, 17, 16)],
  [Date.UTC(2026, 10, 17, 15, 59), Date.UTC(2026, 10, 16, 16)],
])('the day of %d began at %d', (now, start) => {
  expect(startOfDay(now)).toBe(start);
});
