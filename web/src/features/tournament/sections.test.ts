import type { Tournament } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { sectionsOf, spanText } from './sections.ts';

function tournament(id: string, phase: Tournament['phase'], startsAt: number, endsAt: number): Tournament {
  return {
    id,
    name: id,
    kind: 'arena',
    timeControl: { initial: 5, increment: 3 },
    rated: true,
    levels: null,
    isPrivate: false,
    hasBots: false,
    phase,
    startsAt,
    endsAt,
    rounds: null,
    round: 0,
    players: 0,
    games: 0,
    champion: null,
    mine: null,
    isOwn: false,
  };
}

it('shows running, coming and finished tournaments in this order', () => {
  const shown = sectionsOf({
    coming: [tournament('later', 'coming', 9_000, 9_500), tournament('soon', 'coming', 6_000, 6_500)],
    running: [
      tournament('ends later', 'running', 4_000, 8_000),
      tournament('ends soon', 'running', 4_500, 5_500),
    ],
    finished: [
      tournament('long ago', 'finished', 1_000, 1_500),
      tournament('just over', 'finished', 2_000, 4_999),
    ],
  }).map(({ section, tournaments }) => [section, ...tournaments.map(({ name }) => name)]);
  expect(shown).toEqual([
    ['running', 'ends soon', 'ends later'],
    ['coming', 'soon', 'later'],
    ['finished', 'just over', 'long ago'],
  ]);
});

it('leaves out sections without tournaments', () => {
  const none = { coming: [], running: [], finished: [] };
  expect(sectionsOf(none)).toEqual([]);
  const coming = [tournament('soon', 'coming', 6_000, 7_000)];
  expect(sectionsOf({ ...none, coming }).map(({ section }) => section)).toEqual(['coming']);
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
