import { expect, it } from 'vitest';
import { dateText, daysOf, monthAfter } from './days.ts';

it('names a day with its weekday', () => {
  expect(dateText('2026-11-22')).toBe('11 月 22 日 · 周日');
});

it.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
])('%s and %i months is %s', (month, count, expected) => {
  expect(monthAfter(month, count)).toBe(expected);
});

it('begins the weeks of a month on Monday', () => {
  const days = daysOf('2026-11');
  expect(days.slice(0, 7)).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(days.at(-1)).toBe('2026-11-30');
});
