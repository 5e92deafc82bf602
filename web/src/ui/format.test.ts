import { expect, it } from 'vitest';
import { badgeText, countdownText } from './format.ts';

it.each([
  [-1, null],
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('%i as %j', (count, text) => expect(badgeText(count)).toBe(text));

it.each([
  [0, '0:00'],
  [59_001, '1:00'],
  [161_000, '2:41'],
  [3_723_000, '1:02:03'],
])('shows %i ms as %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});
