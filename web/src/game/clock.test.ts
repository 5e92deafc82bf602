import { describe, expect, it } from 'vitest';
import { formatClock, observeClock, timeLeftOf } from './clock.ts';
import { headerOf } from './testing.ts';

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
  const header = headerOf({ timeLeft: { player1: 20_000, player2: 7_000 }, lastMoveTime: 1_000 });
  it.each([
    ['the running clock loses what passed', header, 1, 1, 4_000, 17_000],
    ['the other one stands', header, 2, 1, 4_000, 7_000],
    ['never below zero', header, 1, 1, 90_000, 0],
    ['a server clock that seems behind gives no time', header, 1, 1, 0, 20_000],
    ['nothing runs before the first start', { ...header, lastMoveTime: null }, 1, 1, 4_000, 20_000],
    ['nothing runs after the end', { ...header, status: 'draw' as const }, 1, 1, 4_000, 20_000],
  ] as const)('%s', (_, clocks, player, turn, now, left) => {
    expect(timeLeftOf(clocks, player, turn, now)).toBe(left);
  });
});

describe('observeClock', () => {
  it('takes the middle of the first look', () => {
    expect(observeClock(null, 10_000, 100, 140)).toEqual({ offset: 9_880, roundTrip: 40 });
  });

  it('prefers the quicker of two looks that agree', () => {
    const quick = { offset: 9_880, roundTrip: 40 };
    expect(observeClock(quick, 20_000, 9_900, 10_300)).toBe(quick);
    expect(observeClock({ offset: 9_900, roundTrip: 400 }, 10_000, 100, 140)).toEqual(quick);
  });

  it('believes the newer one when a clock jumped', () => {
    const quick = { offset: 9_880, roundTrip: 40 };
    expect(observeClock(quick, 80_000, 9_900, 10_300)).toEqual({ offset: 69_900, roundTrip: 400 });
  });
});
