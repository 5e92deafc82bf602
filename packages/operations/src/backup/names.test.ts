import { expect, test } from 'vitest';
import { expiredNames, nameOf, newestOf, nextName, timeOf } from './names.ts';

const AT = Date.UTC(2026, 10, 27, 7, 5, 9);
const HOUR_MS = 3_600_000;

test('names a backup by its time', () => {
  expect(nameOf(AT)).toBe('20261127T070509Z');
  expect(nameOf(AT, true)).toBe('20261127T070509Z-aside');
  for (const isAside of [false, true]) expect(timeOf(nameOf(AT, isAside))).toBe(AT);
  for (const other of ['lost+found', '20261127T070509Z-other']) expect(timeOf(other)).toBeNaN();
});

test('the newest backup is none that is set aside, and no other folder', () => {
  expect(newestOf([nameOf(AT), nameOf(AT - 1_000), nameOf(AT + 1_000, true), 'zzz'])).toBe(nameOf(AT));
  expect(newestOf([nameOf(AT, true)])).toBeUndefined();
});

test('refuses a name that is not the newest: the clock went back', () => {
  expect(nextName([], AT)).toBe(nameOf(AT));
  expect(nextName([nameOf(AT - 1_000), 'zzz'], AT)).toBe(nameOf(AT));
  for (const newer of [nameOf(AT), nameOf(AT + HOUR_MS), nameOf(AT + HOUR_MS, true)])
    expect(() => nextName([newer], AT)).toThrow('check the clock');
});

test('backups that are set aside do not replace good ones', () => {
  const good = [nameOf(AT), nameOf(AT + HOUR_MS)];
  const aside = [2, 3, 4].map((hours) => nameOf(AT + hours * HOUR_MS, true));
  const policy = { last: 2, daily: 0, weekly: 0 };
  expect(expiredNames([...good, ...aside], policy)).toEqual([aside[0]]);
});
