import { expect, it } from 'vitest';
import { counted, ordinal, timeText } from './words.ts';

it.each([
  [1, '一', '一'],
  [2, '二', '两'],
  [10, '十', '十'],
  [11, '十一', '十一'],
  [20, '二十', '二十'],
  [32, '三十二', '三十二'],
])('%i as an ordinal and before a noun', (count, first, second) => {
  expect([ordinal(count), counted(count)]).toEqual([first, second]);
});

it.each([
  [0, '0:00'],
  [52_400, '0:52'],
  [3_725_000, '62:05'],
])('%i ms as %s', (ms, text) => {
  expect(timeText(ms)).toBe(text);
});
