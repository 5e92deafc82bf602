import { expect, it } from 'vitest';
import { NAMELESS, namePartsOf, usernameRanges } from './names.ts';

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
    'goner',
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
