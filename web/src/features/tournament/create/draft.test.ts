import { describe, expect, test } from 'vitest';
import { swissOf } from '../../../../test/tournaments.ts';
import {
  dayLabel,
  draftOf,
  faultsOf,
  firstDraft,
  formatDraft,
  playersFor,
  readDraft,
  roughDuration,
  startDays,
  startOf,
  wishOf,
} from './draft.ts';
import { movedRange, rangeText } from './LevelRange.tsx';

const NOW = new Date(2026, 10, 30, 19, 28).getTime();
const MINUTE = 60_000;
const DRAFT = { ...firstDraft(NOW), name: '夜猫赛' };
const OWNER = { userId: 'u1', of: null };

describe('the first draft', () => {
  test('starts at a half hour at least half an hour away, and only lacks a name', () => {
    const first = firstDraft(NOW);
    expect([first.day, first.time]).toEqual(['2026-11-30', '20:00']);
    expect(faultsOf(first, NOW)).toEqual({ name: '请输入名称' });
  });

  test('starts on the next day late in the evening', () => {
    const { day, time } = firstDraft(new Date(2026, 10, 30, 23, 40).getTime());
    expect([day, time]).toEqual(['2026-12-01', '00:30']);
  });
});

describe('faults', () => {
  test.each([
    [{ time: '19:30' }, { start: '现在 19:28，最早 19:40 开始' }],
    [{ time: '19:38' }, {}],
    [{ time: '' }, { start: '选好日子和钟点' }],
    [{ day: '2026-12-30', time: '19:28' }, {}],
    [{ day: '2026-12-30', time: '19:29' }, { start: '最晚三十天内开始' }],
    [{ name: '一二三四五六七八九十一二三四五六七' }, { name: '名称最多 16 个字' }],
    [{ name: '一二三四五六七八九十一二三四五六' }, {}],
    [{ name: '隐\u200b形' }, { name: '名称含有不可见字符' }],
    [{ description: '字'.repeat(201) }, { description: '最多 200 个字' }],
    [{ description: '  ' }, {}],
    [{ password: '' }, {}],
    [{ isPrivate: true, password: '猫猴狗' }, { password: '密码要 4 到 12 个字，不含空格' }],
    [{ isPrivate: true, password: '猫 猴 狗' }, { password: '密码要 4 到 12 个字，不含空格' }],
    [{ isPrivate: true, password: ' 猫猴狗鼠 ' }, {}],
  ])('of %j are %j', (part, faults) => {
    expect(faultsOf({ ...DRAFT, ...part }, NOW)).toEqual(faults);
  });
});

describe('the wish', () => {
  test('has the fields of an arena, without levels for all animals', () => {
    expect(wishOf(DRAFT)).toEqual({
      ...{ kind: 'arena', name: '夜猫赛', timeControl: { initial: 5, increment: 3 }, minutes: 60 },
      ...{ startsAt: NOW + 32 * MINUTE, rated: true, private: false },
    });
  });

  test('has the fields of a Swiss, with the levels of the animals', () => {
    const draft = { ...DRAFT, kind: 'swiss', lowest: 1, highest: 6, description: ' 带茶 ' } as const;
    expect(wishOf(draft)).toMatchObject({
      ...{ kind: 'swiss', rounds: 5, checkIn: true, breakSeconds: 60, description: '带茶' },
      levels: { min: 4, max: 21 },
    });
    expect(wishOf(draft)).not.toHaveProperty('minutes');
  });

  test('has the password of a private tournament only', () => {
    const draft = { ...DRAFT, password: ' tiger2026 ' };
    expect(wishOf(draft)).not.toHaveProperty('password');
    expect(wishOf({ ...draft, isPrivate: true })).toMatchObject({ private: true, password: 'tiger2026' });
  });
});

test('a draft survives storage, for its user and tournament only', () => {
  const stored = formatDraft({ ...DRAFT, rounds: 7 }, OWNER);
  const first = firstDraft(NOW);
  expect(readDraft(stored, first, OWNER)).toEqual({ ...DRAFT, rounds: 7 });
  expect(readDraft(stored, first, { ...OWNER, userId: 'u2' })).toBeNull();
  expect(readDraft(stored, first, { ...OWNER, of: 't1' })).toBeNull();
  expect(readDraft('{', first, OWNER)).toBeNull();
  expect(readDraft(null, first, OWNER)).toBeNull();
});

test('the draft of a tournament has its values', () => {
  const startsAt = NOW + 120 * MINUTE;
  const secret = { isPrivate: true, password: 'tiger2026' };
  const details = swissOf({
    ...{ startsAt, levels: { min: 4, max: 21 }, breakSeconds: 300, checkInAt: startsAt },
    ...secret,
  });
  const draft = draftOf(details, NOW);
  expect(draft).toMatchObject({
    ...{ kind: 'swiss', name: '小雪杯', control: '10+5', rounds: 5, breakSeconds: 300, checkIn: true },
    ...{ lowest: 1, highest: 6, day: '2026-11-30', time: '21:28', ...secret },
  });
  expect(startOf(draft)).toBe(startsAt);
});

test('days are named from today to thirty days later', () => {
  const days = startDays(NOW);
  expect([days[0], days.at(-1)]).toEqual(['2026-11-30', '2026-12-30']);
  expect([dayLabel(days[0]!, NOW), dayLabel(days[1]!, NOW)]).toEqual(['今天 30 日', '明天 1 日']);
});

test.each([
  [30, '30 分钟'],
  [61, '1 小时'],
  [80, '1 小时 20 分'],
  [121, '2 小时'],
  [208, '3 小时半'],
])('%i minutes are about %s', (minutes, text) => {
  expect(roughDuration(minutes * MINUTE)).toBe(text);
});

test.each([
  [3, 8],
  [5, 32],
  [11, 500],
])('%i rounds are enough for %i players', (rounds, players) => {
  expect(playersFor(rounds)).toBe(players);
});

describe('the range of levels', () => {
  test.each([
    [{ lowest: 1, highest: 6 }, 3, 'lowest', { lowest: 3, highest: 6 }],
    [{ lowest: 1, highest: 6 }, 7, 'lowest', { lowest: 6, highest: 6 }],
    [{ lowest: 4, highest: 6 }, 2, 'highest', { lowest: 4, highest: 4 }],
    [{ lowest: 4, highest: 4 }, 6, 'highest', { lowest: 4, highest: 6 }],
  ] as const)('%j moved to %i by its %s knob is %j', (range, to, knob, moved) => {
    expect(movedRange(range, to, knob)).toEqual(moved);
  });

  test.each([
    [0, 7, '不限'],
    [1, 6, '猫到狮'],
    [3, 3, '只限狼'],
  ])('from %i to %i is named %s', (lowest, highest, text) => {
    expect(rangeText({ lowest, highest })).toBe(text);
  });
});
