import { describe, expect, test } from 'vitest';
import { eventsDue, parseSeries } from './series.ts';

const CLOCK = { initial: 10, increment: 5 };
const ARENA = {
  id: 'night',
  kind: 'arena',
  name: '夜猫',
  timeControl: CLOCK,
  time: '22:30',
  rated: true,
  minutes: 45,
};
const SWISS = {
  id: 'cup',
  kind: 'swiss',
  name: '月杯',
  timeControl: CLOCK,
  time: '18:00',
  rated: true,
  rounds: 7,
};

function parse(value: unknown) {
  return parseSeries(JSON.stringify(value));
}
/** Monday, 30 November 2026, 12:00 in China. */
const NOON = Date.UTC(2026, 10, 30, 4);
function inChina(at: number): string {
  return new Date(at + 8 * 3_600_000).toISOString().slice(0, 16);
}

describe('the configuration', () => {
  test('has a daily arena with house bots unless it is turned off', () => {
    const [first, second, ...more] = eventsDue(parse({}), NOON);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ _id: 'daily-202611302000', kind: 'arena', rated: false, hasBots: true });
    expect([first, second].map((one) => inChina(one!.startsAt))).toEqual([
      '2026-11-30T20:00',
      '2026-12-01T20:00',
    ]);
    expect(eventsDue(parse({ dailyArena: false }), NOON)).toEqual([]);
  });

  test.each([
    ['an unknown field', { tournaments: [] }, /tournaments/],
    [
      'another time control',
      { series: [{ ...ARENA, timeControl: { initial: 1, increment: 0 } }] },
      /not offered/,
    ],
    ['a wrong time', { series: [{ ...ARENA, time: '24:00' }] }, /HH:MM/],
    ['one id twice', { series: [ARENA, ARENA] }, /an id stands twice/],
    ['rounds of an arena', { series: [{ ...ARENA, rounds: 5 }] }, /rounds/],
    ['too many rounds', { series: [{ ...SWISS, rounds: 12 }] }, /rounds/],
  ])('refuses %s', (_, value, problem) => {
    expect(() => parse(value)).toThrow(problem);
  });
});

describe('a series', () => {
  const startsOf = (series: object, now = NOON) =>
    eventsDue(parse({ dailyArena: false, series: [series] }), now).map(({ startsAt }) => inChina(startsAt));

  test('has events on its weekdays for the next eight days', () => {
    expect(startsOf({ ...ARENA, weekdays: [6, 1] })).toEqual([
      '2026-11-30T22:30',
      '2026-12-05T22:30',
      '2026-12-07T22:30',
    ]);
  });

  test('has events on its days of the month', () => {
    expect(startsOf({ ...SWISS, days: [1, 30] })).toEqual(['2026-11-30T18:00', '2026-12-01T18:00']);
  });

  test('has the same events at every moment before their start, with the same ids', () => {
    const series = parse({ series: [{ ...SWISS, weekdays: [3] }] });
    const ids = [0, 1, 5_000, 3_600_000].map((ms) => eventsDue(series, NOON + ms).map(({ _id }) => _id));
    expect(new Set(ids.map((list) => list.join())).size).toBe(1);
    expect(ids[0]).toContain('cup-202612021800');
  });

  test('creates no event that has started', () => {
    expect(startsOf({ ...ARENA, weekdays: [1] }, Date.UTC(2026, 10, 30, 14, 30))).toEqual([
      '2026-12-07T22:30',
    ]);
  });
});
