import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  dayAfter,
  dayOf,
  daysOfMonth,
  isDay,
  NO_DAYS,
  runAt,
  type SolvedDays,
  weekOf,
  withDay,
} from './days.ts';

test.each([
  ['2026-11-18T15:59:59.999Z', '2026-11-18'],
  ['2026-11-18T16:00:00.000Z', '2026-11-19'],
  ['2026-12-31T16:00:00.000Z', '2027-01-01'],
])('%s is a moment of %s in China', (time, day) => {
  expect(dayOf(Date.parse(time))).toBe(day);
});

test.each(['2026-11-31', '2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', 'today', ''])(
  '%j is no day',
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);

test('the days of a month end with it, with the first and with the last day', () => {
  expect(daysOfMonth('2028-02', '2026-01-01', '2029-01-01')).toHaveLength(29);
  expect(daysOfMonth('2026-11', '2026-11-28', '2026-12-05')).toEqual([
    '2026-11-28',
    '2026-11-29',
    '2026-11-30',
  ]);
  expect(daysOfMonth('2026-13', '2026-11-28', '2027-12-05')).toEqual([]);
});

describe('the streak of days', () => {
  function after(...days: string[]): SolvedDays {
    return days.reduce(withDay, NO_DAYS);
  }

  test.each<[string[], string, number]>([
    [[], '2026-11-18', 0],
    [['2026-11-18'], '2026-11-18', 1],
    [['2026-11-18'], '2026-11-19', 1],
    [['2026-11-18'], '2026-11-20', 0],
    [['2026-10-31', '2026-11-01', '2026-11-02'], '2026-11-03', 3],
    [['2026-11-01', '2026-11-03'], '2026-11-03', 1],
    [['2026-11-03', '2026-11-03'], '2026-11-03', 1],
    [['2026-11-03', '2026-11-02'], '2026-11-03', 1],
  ])('after %j is on %s %i', (days, today, run) => {
    expect(runAt(after(...days), today)).toBe(run);
  });

  it('counts the days before today, or before yesterday, without a gap', () => {
    const offsets = fc.uniqueArray(fc.nat(40), { maxLength: 40 });
    fc.assert(
      fc.property(offsets, fc.nat(45), (given, since) => {
        const days = given.toSorted((a, b) => a - b).map((by) => dayAfter('2026-11-01', by));
        const today = dayAfter('2026-11-01', since);
        const known = days.filter((day) => day <= today);
        let expected = 0;
        for (let by = known.includes(today) ? 0 : -1; known.includes(dayAfter(today, by)); by -= 1)
          expected += 1;
        expect(runAt(after(...known), today)).toBe(expected);
      }),
    );
  });

  it('shows the week from Monday', () => {
    const week = weekOf(after('2026-11-15', '2026-11-16', '2026-11-18'), '2026-11-19');
    expect(week.map(({ state }) => state)).toEqual([
      'solved',
      'missed',
      'solved',
      'open',
      'future',
      'future',
      'future',
    ]);
    expect(week[0]!.date).toBe('2026-11-16');
    expect(weekOf(NO_DAYS, '2026-11-22')[6]).toEqual({ date: '2026-11-22', state: 'open' });
  });

  it('stores fourteen days', () => {
    const days = Array.from({ length: 40 }, (_, by) => dayAfter('2026-11-01', by));
    expect(after(...days)).toEqual({ last: days[39], run: 40, days: days.slice(-14) });
  });
});
