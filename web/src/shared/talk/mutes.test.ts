import { expect, it } from 'vitest';
import { muteKey, parseMuted, withMuted, withoutMuted } from './mutes.ts';

const tiger = { userId: 'b', nickname: '山君' };
const cat = { userId: 'c', nickname: '三花' };

it.each([
  ['nothing', null, []],
  ['a list', JSON.stringify([tiger, cat]), [tiger, cat]],
  ['no JSON', '[', []],
  ['no list', '{"userId":"b"}', []],
  ['invalid entries in the list', JSON.stringify([null, 7, { userId: 'x' }, tiger]), [tiger]],
])('reads %s', (_, text, expected) => {
  expect(parseMuted(text)).toEqual(expected);
});

it('mutes once, newest first, and unmutes', () => {
  const both = withMuted(withMuted([], tiger), cat);
  expect(both).toEqual([cat, tiger]);
  expect(withMuted(both, { ...tiger, nickname: '大王' })).toEqual([{ ...tiger, nickname: '大王' }, cat]);
  expect(withoutMuted(both, tiger.userId)).toEqual([cat]);
  expect(withoutMuted(both, 'unknown')).toEqual(both);
});

it('stores 200 at most', () => {
  const full = Array.from({ length: 200 }, (_, index) => ({ userId: String(index), nickname: '' }));
  const list = withMuted(full, tiger);
  expect(list).toHaveLength(200);
  expect(list[0]).toEqual(tiger);
  expect(parseMuted(JSON.stringify([...full, tiger]))).toHaveLength(200);
});

it('separates the lists of accounts', () => {
  expect(new Set([muteKey(null), muteKey('b'), muteKey('c')]).size).toBe(3);
});
