import { describe, expect, it } from 'vitest';
import { letterOf, LETTER_NOW as NOW } from '../../../test/letters.ts';
import {
  isStopping,
  placeText,
  scopeOf,
  spanText,
  stateOf,
  titleText,
  untilText,
  whenText,
} from './letter-text.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it.each([
  [new Date(2026, 10, 22, 19, 7), '今天 19:07'],
  [new Date(2026, 10, 21, 23, 59), '昨天 23:59'],
  [new Date(2026, 10, 23, 0, 1), '明天 00:01'],
  [new Date(2026, 10, 29, 19, 30), '11月29日 19:30'],
  [new Date(2027, 0, 2, 19, 30), '2027年1月2日 19:30'],
])('names %s as %s', (at, text) => {
  expect(whenText(at.getTime(), NOW)).toBe(text);
});

it.each([
  [0, '1 分'],
  [35 * 60_000, '35 分'],
  [HOUR, '1 小时'],
  [22 * HOUR + 40 * 60_000, '22 小时 40 分'],
  [DAY, '1 天'],
  [2 * DAY + 7 * HOUR + 60_000, '2 天 7 小时'],
])('a span of %i ms is %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});

it.each([
  [letterOf(), '禁言 1 天'],
  [letterOf({ kind: 'unrated', until: NOW - 80 * 60_000 + 7 * DAY + 3 }), '暂停排位 7 天'],
  [letterOf({ kind: 'close', until: null }), '停用账号'],
  [letterOf({ kind: 'warn', until: null }), '警告一次'],
])('titles a letter %#', (letter, title) => {
  expect(titleText(letter)).toBe(title);
});

it.each([
  [{ kind: 'mute' as const, until: new Date(2026, 10, 23, 19, 30).getTime() }, '禁言到明天 19:30'],
  [{ kind: 'mute' as const, until: new Date(2026, 10, 29, 19, 30).getTime() }, '禁言到 11月29日 19:30'],
  [{ kind: 'unrated' as const, until: null }, '你的排位已暂停'],
])('says in place of a chat field %#', (letter, text) => {
  expect(untilText(letter, NOW)).toBe(text);
});

it('places the quotes of one game by time and round', () => {
  const [first, second] = letterOf().quotes;
  expect(placeText(first!, undefined, NOW)).toBe('今天 19:07 · 第 12 回合');
  expect(placeText(second!, first, NOW)).toBe('今天 19:08 · 同一局 · 第 14 回合');
  expect(placeText({ content: '加群', at: NOW }, second, NOW)).toBe('今天 20:50');
  const tournament = { id: 'arena-1', name: '夜猫擂台' };
  expect(placeText({ content: '加群', at: NOW, tournament }, second, NOW)).toBe('今天 20:50 · 夜猫擂台');
});

describe('the state of a letter', () => {
  const stated = (changes: Parameters<typeof letterOf>[0], now = NOW) => {
    const state = stateOf(letterOf(changes), now);
    return state && [state.title, state.hint];
  };

  it.each([
    [{}, ['到 11月23日 19:30', '还剩 22 小时 40 分，到时自己恢复']],
    [{ until: null }, ['没有期限', '申诉通过就恢复']],
    [{ isActive: false }, ['已经撤销', '停着的都恢复了']],
    [{ kind: 'warn' as const, until: null }, null],
    [
      { kind: 'warn' as const, until: null, hidesLines: true },
      ['这句话已从对局里隐去', '对方看不到了，棋谱不变'],
    ],
    [{ kind: 'rename' as const, until: null }, ['昵称已换成中性的', '现在就能在设置里换一个']],
  ])('%#', (changes, expected) => {
    expect(stated(changes)).toEqual(expected);
  });

  it('is over at its end, also before the server says so', () => {
    expect(stated({}, letterOf().until!)).toEqual(['已经到期', '停着的都恢复了']);
    expect(stated({}, letterOf().until! - 1)?.[0]).toBe('到 11月23日 19:30');
  });

  it('is revoked by a granted appeal', () => {
    const appeal = { text: '不是我', at: NOW, answer: { text: '确实', isGranted: true, at: NOW } };
    expect(stated({ appeal, isActive: false })?.[0]).toBe('已经撤销');
  });
});

it('stops what belongs to the sanction, until its end', () => {
  const { until } = letterOf();
  expect(scopeOf(letterOf(), NOW).stopped).toEqual(['talk', 'nickname']);
  expect(scopeOf(letterOf(), until!).stopped).toEqual([]);
  expect(isStopping(letterOf({ kind: 'warn', until: null }), NOW)).toBe(false);
});
