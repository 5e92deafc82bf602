import { expect, it } from 'vitest';
import { countdownText } from './countdown.ts';

it.each([
  [0, '0:00'],
  [59_001, '1:00'],
  [161_000, '2:41'],
  [3_723_000, '1:02:03'],
])('shows %i ms as %s', (ms, text) => {
  expect(countdownText(ms)).toBe(text);
});
