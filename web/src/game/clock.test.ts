import type { Side } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { formatClock, timeLeftOf } from './clock.ts';
import type { GameClock } from './controller.ts';

describe('formatClock', () => {
  it.each([
    [300_000, '5:00'],
    [299_999, '4:59'],
    [61_000, '1:01'],
    [30_000, '0:30'],
    [10_000, '0:10'],
    [9_999, '9.9'],
    [9_400, '9.4'],
    [1_049, '1.0'],
    [100, '0.1'],
    [1, '0.0'],
    [0, '0:00'],
    [900_000, '15:00'],
  ])('%d ms is %s', (left, text) => expect(formatClock(left)).toBe(text));
});

describe('timeLeftOf', () => {
  const clock: GameClock = {
    timeLeft: { red: 20_000, blue: 7_000 },
    lastMoveTime: 1_000,
    control: { initial: 5, increment: 3 },
    turn: 'red',
    now: () => 4_000,
  };
  it.each([
    ['the running clock loses what passed', {}, 'red', 17_000],
    ['the other one stands', {}, 'blue', 7_000],
    ['never below zero', { now: () => 90_000 }, 'red', 0],
    ['a time that seems to lie before the start gives nothing', { now: () => 0 }, 'red', 20_000],
    ['a clock that does not run stands', { lastMoveTime: null }, 'red', 20_000],
    ['unknown without a server time', { now: () => null }, 'red', null],
  ] satisfies [string, Partial<GameClock>, Side, number | null][])('%s', (_, change, player, left) => {
    expect(timeLeftOf({ ...clock, ...change }, player)).toBe(left);
  });
});
