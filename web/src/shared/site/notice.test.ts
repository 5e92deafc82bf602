import { expect, it, test } from 'vitest';
import { leftText, slipText } from './notice.ts';

const MINUTE = 60_000;
const NOW = new Date(2026, 10, 18, 20, 0).getTime();
const PLANNED = { startsAt: NOW + 30 * MINUTE, endsAt: NOW + 50 * MINUTE, text: '升级，棋不会丢' };
function slip(minutes: number, change: object = {}) {
  return slipText({ maintenance: PLANNED, readOnly: false, off: [], ...change }, NOW + minutes * MINUTE);
}

it.each([
  [200 * MINUTE, '3 小时 20 分'],
  [60 * MINUTE, '1 小时 0 分'],
  [60 * MINUTE - 1, '60:00'],
  [754_000, '12:34'],
  [0, '00:00'],
])('%i ms are left: %s', (ms, text) => {
  expect(leftText(ms)).toBe(text);
});

test('counts down to the start, then says until when', () => {
  expect(slip(0)).toMatchObject({ text: '升级，棋不会丢，20:30 开始', left: '30:00', isUrgent: false });
  expect(slip(-24 * 60 + 31)?.text).toBe('升级，棋不会丢，11月18日 20:30 开始');
  expect(slip(20)).toMatchObject({ left: '10:00', isUrgent: true });
  expect(slip(30)).toMatchObject({ text: '升级，棋不会丢，预计 20:50 结束', left: null });
  expect(slip(30, { readOnly: true })?.text).toBe('升级，棋不会丢，暂时不能开新局，预计 20:50 恢复');
  expect(slip(50)).toBeNull();
});

test('a hidden notice comes back in its last minutes, and for another time', () => {
  const keys = [slip(0), slip(5), slip(20), slip(0, { maintenance: { ...PLANNED, startsAt: NOW + MINUTE } })];
  expect(new Set(keys.map((one) => one?.key)).size).toBe(3);
});

test('says that no game may begin, also without a maintenance', () => {
  expect(slip(0, { maintenance: null, readOnly: true })?.text).toContain('暂时不能开新局');
  expect(slip(0, { maintenance: null })).toBeNull();
});
