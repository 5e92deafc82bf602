import type { Tournament } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { sectionOf, sectionsAt, spanText } from './sections.ts';

function tournament(_id: string, startTime: number, endTime: number): Tournament {
  return {
    _id,
    name: _id,
    description: '',
    startTime,
    endTime,
    timeControl: { initial: 5, increment: 3 },
    champion: null,
  };
}

it.each([
  [999, 'upcoming'],
  [1_000, 'running'],
  [1_999, 'running'],
  [2_000, 'past'],
])('at %i a tournament from 1000 to 2000 is %s', (now, section) => {
  expect(sectionOf(tournament('a', 1_000, 2_000), now)).toBe(section);
});

it('shows running, upcoming and past tournaments in this order', () => {
  const all = [
    tournament('later', 9_000, 9_500),
    tournament('long ago', 1_000, 1_500),
    tournament('soon', 6_000, 6_500),
    tournament('just over', 2_000, 4_999),
    tournament('ends later', 4_000, 8_000),
    tournament('ends soon', 4_500, 5_500),
  ];
  const shown = sectionsAt(all, 5_000).map(({ section, tournaments }) => [
    section,
    ...tournaments.map(({ name }) => name),
  ]);
  expect(shown).toEqual([
    ['running', 'ends soon', 'ends later'],
    ['upcoming', 'soon', 'later'],
    ['past', 'just over', 'long ago'],
  ]);
});

it('leaves out sections without tournaments', () => {
  expect(sectionsAt([], 5_000)).toEqual([]);
  expect(sectionsAt([tournament('soon', 6_000, 7_000)], 5_000).map(({ section }) => section)).toEqual([
    'upcoming',
  ]);
});

function day(...[month, date, hour, year = 2026]: number[]) {
  return new Date(year, (month ?? 1) - 1, date, hour).getTime();
}
it.each([
  ['one evening', day(7, 11, 20), day(7, 11, 22), '7月11日 周六 20:00 – 22:00'],
  ['two days', day(7, 11, 20), day(7, 12, 0), '7月11日 周六 20:00 – 7月12日 周日 00:00'],
  ['last year', day(7, 12, 20, 2025), day(7, 12, 22, 2025), '2025年7月12日 周六 20:00 – 22:00'],
  ['over New Year', day(12, 31, 20), day(1, 1, 2, 2027), '12月31日 周四 20:00 – 2027年1月1日 周五 02:00'],
])('shows %s', (_, start, end, text) => {
  expect(spanText(start, end, day(7, 1, 12))).toBe(text);
});
