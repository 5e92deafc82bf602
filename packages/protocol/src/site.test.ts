import { describe, expect, it, test } from 'vitest';
import { announcementAt, isReadOnly, NOTHING_SET, siteChange, siteNoticeAt, siteSettings } from './site.ts';

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;
const IDS = ['a', 'b', 'c'].map((letter) => letter.repeat(24));

function announcement(n: number, from: number, until: number | null) {
  return { id: IDS[n]!, zh: `公告 ${n}`, from, until };
}
function maintenance(change = {}) {
  return { startsAt: NOW, minutes: 20, text: '升级，棋不会丢', readOnly: true, ...change };
}

test('shows the announcement that began last among those that run', () => {
  const announcements = [
    announcement(0, NOW - 9, null),
    announcement(1, NOW, NOW + 10),
    announcement(2, NOW + 5, NOW + 6),
  ];
  const at = (time: number) => announcementAt({ announcements }, time)?.id ?? null;
  expect([NOW - 10, NOW - 9, NOW, NOW + 5, NOW + 6, NOW + 10].map(at)).toEqual([
    ...[null, IDS[0], IDS[1], IDS[2], IDS[1], IDS[0]],
  ]);
});

test('no game begins while the switch is on, and during a maintenance that says so', () => {
  const during = (change: object, at: number) =>
    isReadOnly({ readOnly: false, maintenance: maintenance(change) }, at);
  expect([NOW - 1, NOW, NOW + 20 * MINUTE - 1, NOW + 20 * MINUTE].map((at) => during({}, at))).toEqual([
    ...[false, true, true, false],
  ]);
  expect(during({ readOnly: false }, NOW)).toBe(false);
  expect(isReadOnly({ readOnly: true, maintenance: null }, NOW)).toBe(true);
});

test('a maintenance is announced from 24 hours before it to its end', () => {
  const shown = (at: number) =>
    siteNoticeAt({ ...NOTHING_SET, maintenance: maintenance() }, at).maintenance !== null;
  const times = [NOW - 24 * 60 * MINUTE - 1, NOW - 24 * 60 * MINUTE, NOW + 19 * MINUTE, NOW + 20 * MINUTE];
  expect(times.map(shown)).toEqual([false, true, true, false]);
  const features = { lobbyChat: false, rated: true };
  expect(siteNoticeAt({ ...NOTHING_SET, features }, NOW)).toEqual({
    ...{ maintenance: null, readOnly: false, off: ['lobbyChat'] },
  });
});

describe('settings', () => {
  it('of another version get defaults for what they lack, and lose what is unknown', () => {
    expect(siteSettings.parse({ readOnly: true, features: { rated: false, later: 1 }, later: 1 })).toEqual({
      ...NOTHING_SET,
      readOnly: true,
      features: { lobbyChat: true, rated: false },
    });
  });

  it.each([
    ['nothing', {}],
    ['an unknown field', { colors: true }],
    ['an unknown feature', { features: { duels: false } }],
    ['two lines', { announcements: [{ ...announcement(0, NOW, null), zh: '一\n二' }] }],
    ['a long announcement', { announcements: [{ ...announcement(0, NOW, null), zh: '长'.repeat(61) }] }],
    ['an end before the start', { announcements: [announcement(0, NOW, NOW)] }],
    ['an announcement twice', { announcements: [announcement(0, NOW, null), announcement(0, NOW, null)] }],
    [
      'too many announcements',
      {
        announcements: Array.from({ length: 21 }, (_, n) => ({
          ...announcement(0, NOW, null),
          id: String(n).padStart(24, '0'),
        })),
      },
    ],
    ['a maintenance without an end', { maintenance: maintenance({ minutes: 0 }) }],
    ['a maintenance of days', { maintenance: maintenance({ minutes: 1_441 }) }],
    ['an unknown registration', { registration: 'shut' }],
  ])('a change with %s is refused', (_, change) => {
    expect(siteChange.safeParse(change).success).toBe(false);
  });

  it('a change of one feature leaves the other', () => {
    expect(siteChange.parse({ features: { rated: false } })).toEqual({ features: { rated: false } });
  });
});
