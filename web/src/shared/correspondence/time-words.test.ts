import { expect, it } from 'vitest';
import { isUrgent, leftText, pastText } from './time-words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [3 * DAY, '3 天'],
  [2 * DAY + 7 * HOUR + 59 * MINUTE, '2 天 7 小时'],
  [DAY - 1, '23 小时'],
  [HOUR, '1 小时'],
  [HOUR - 1, '59 分钟'],
  [20_000, '1 分钟'],
  [-HOUR, '1 分钟'],
])('%i ms left are %s', (ms, words) => {
  expect(leftText(ms)).toBe(words);
});

it('is urgent below twelve hours', () => {
  expect([12 * HOUR, 12 * HOUR - 1].map(isUrgent)).toEqual([false, true]);
});

function at(...[day, hour, minute = 0]: [number, number, number?]): number {
  return new Date(2026, 10, day, hour, minute).getTime();
}

it.each([
  [at(18, 10, 20), '今天 10:20'],
  [at(17, 22, 14), '昨晚 22:14'],
  [at(17, 9, 5), '昨天 09:05'],
  [at(12, 9), '周四'],
  [at(11, 9), '11月11日'],
  // The clock of another device may be ahead.
  [at(18, 23), '今天 23:00'],
])('%i is %s', (then, words) => {
  expect(pastText(then, at(18, 12))).toBe(words);
});
