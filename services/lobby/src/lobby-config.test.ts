import { describe, expect, test } from 'vitest';
import { inOrder, parseLobbyConfig } from './lobby-config.ts';

const EMPTY = { announcement: '', groupNumber: '', tournaments: [] };
const CUP = {
  _id: 'cup-1',
  name: '新春杯',
  startTime: '2026-02-17T19:30:00+08:00',
  endTime: 1_771_340_400_000,
  timeControl: { initial: 5, increment: 3 },
};
function parse(value: unknown) {
  return parseLobbyConfig(JSON.stringify(value));
}

describe('the lobby’s configuration', () => {
  test('accepts dates and epoch ms, and fills in defaults', () => {
    expect(parse({ announcement: ' 欢迎 ', groupNumber: '12 34', tournaments: [CUP] })).toEqual({
      announcement: '欢迎',
      groupNumber: '12 34',
      tournaments: [{ ...CUP, description: '', champion: null, startTime: 1_771_327_800_000 }],
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
    [
      'two wrong fields',
      JSON.stringify({ announcement: 1, groupNumber: 2, tournaments: [] }),
      /: .*; groupNumber: /,
    ],
  ])('refuses %s', (_, text, problem) => {
    expect(() => parseLobbyConfig(text)).toThrow(problem);
  });

  test.each([
    ['a time without its zone', { startTime: '2026-02-17T19:30:00' }, /^tournaments\.0\.startTime: /],
    ['an end before the start', { endTime: 1 }, /ends before it starts/],
    ['no name', { name: ' ' }, /^tournaments\.0\.name: /],
    ['a champion without a name', { champion: '' }, /^tournaments\.0\.champion: /],
    ['an unknown field', { winner: '甲' }, /winner/],
  ])('refuses a tournament with %s', (_, changes, problem) => {
    expect(() => parse({ ...EMPTY, tournaments: [{ ...CUP, ...changes }] })).toThrow(problem);
  });

  test('refuses two tournaments with one id', () => {
    expect(() => parse({ ...EMPTY, tournaments: [CUP, CUP] })).toThrow('tournaments: an _id stands twice');
  });
});

test('sorts running and upcoming tournaments by start, then past ones, latest first', () => {
  const at = (_id: string, startTime: number, endTime: number) => ({
    ...CUP,
    _id,
    description: '',
    champion: null,
    startTime,
    endTime,
  });
  const mixed = [
    at('long over', 10, 20),
    at('far', 900, 950),
    at('just over', 40, 100),
    at('soon', 110, 120),
    at('running', 90, 101),
    at('over', 50, 60),
  ];
  const given = structuredClone(mixed);
  expect(inOrder(mixed, 100).map(({ _id }) => _id)).toEqual([
    'running',
    'soon',
    'far',
    'just over',
    'over',
    'long over',
  ]);
  expect(mixed).toEqual(given);
});
