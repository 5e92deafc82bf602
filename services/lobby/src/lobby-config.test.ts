import { describe, expect, test } from 'vitest';
import { parseLobbyConfig } from './lobby-config.ts';

const EMPTY = { announcement: '', groupNumber: '' };
function parse(value: unknown) {
  return parseLobbyConfig(JSON.stringify(value));
}

describe('the lobby’s configuration', () => {
  test('accepts a file, also of an earlier version with tournaments', () => {
    expect(parse({ announcement: ' 欢迎 ', groupNumber: '12 34', tournaments: [] })).toMatchObject({
      announcement: '欢迎',
      groupNumber: '12 34',
    });
  });

  test.each([
    ['no JSON', '{', /JSON/],
    ['a list', '[]', /^all: /],
    ['a missing field', JSON.stringify({ ...EMPTY, announcement: undefined }), /^announcement: /],
    ['an unknown field', JSON.stringify({ ...EMPTY, announcements: '' }), /announcements/],
    [
      'an announcement too long',
      JSON.stringify({ ...EMPTY, announcement: '长'.repeat(501) }),
      /^announcement: /,
    ],
    ['two wrong fields', JSON.stringify({ announcement: 1, groupNumber: 2 }), /: .*; groupNumber: /],
  ])('refuses %s', (_, text, problem) => {
    expect(() => parseLobbyConfig(text)).toThrow(problem);
  });
});
