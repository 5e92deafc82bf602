import { expect, it } from 'vitest';
import { isReservedNickname, NAMELESS, namePartsOf, usernameRanges } from './names.ts';

it.each([
  ['管理员', '超级管理员', '管 理 员', '官方客服', '客·服', '系统', '电脑2', '机器人', '红方', '蓝方。'],
  ['admin', 'ADMIN', 'Аdmin', 'ａｄｍｉｎ', 'a.d.m.i.n', 'admin10', 'ADMlN', '小王admin', 'àdmin', '𝐚𝐝𝐦𝐢𝐧'],
])('reserves %s and others', (...names) => {
  expect(names.filter((name) => !isReservedNickname(name))).toEqual([]);
});

it('allows other names', () => {
  const names = ['山君', '红方块', '电脑迷', 'badminton', '小官', '方官', '蓝', 'ecosystem', '💻', '。。。'];
  expect(names.filter(isReservedNickname)).toEqual([]);
});

it('returns every suffix of a name, without case and width', () => {
  expect(namePartsOf('Ab_1', 'ＡB')).toEqual(['ab_1', 'b_1', '_1', '1', 'ab', 'b']);
});

it('searches every username with a prefix, and no account without a username', () => {
  const isIn = (prefix: string, key: string) =>
    usernameRanges(prefix).some(({ $gte, $lt }) => $gte <= key && key < $lt);
  const names = [
    'g',
    'go',
    'gone',
    'gone_',
    'gone9',
    'gonea',
    'gue',
    'guest',
    'guest0',
    'guest_1',
    'gz',
    'h',
  ];
  for (const prefix of ['g', 'go', 'gone', 'gu', 'guest', 'guest_', 'gz'])
    expect(names.filter((name) => isIn(prefix, name))).toEqual(
      names.filter((name) => name.startsWith(prefix)),
    );
  const nameless = Object.values(NAMELESS).map((key) => `${key}65f0c0ffee65f0c0ffee65f0`);
  for (const key of nameless)
    for (let length = 1; length <= key.length; length += 1)
      expect(isIn(key.slice(0, length), key)).toBe(false);
});
