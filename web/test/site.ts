import type { SiteState } from '@doushouqi/protocol';

const HOUR = 3_600_000;
const now = Date.now();

/** A day's curve with two peaks, up to a place. */
function curve(scale: number, until: number): (number | null)[] {
  return Array.from({ length: 288 }, (_, n) => {
    const hour = n / 12;
    const noon = 30 * Math.exp(-((hour - 13) ** 2) / 18);
    const evening = 90 * Math.exp(-((hour - 20) ** 2) / 14);
    return n > until
      ? null
      : Math.round(scale * (18 + noon + evening - 10 * Math.exp(-((hour - 4) ** 2) / 12)));
  });
}

/** What the server answers of the site. */
export function siteOf(change: Partial<SiteState> = {}): SiteState {
  return {
    version: 3,
    settings: {
      announcements: [
        { id: 'a'.repeat(24), zh: '周末擂台本周六 20:00 开赛', from: now - HOUR, until: null },
        {
          id: 'b'.repeat(24),
          zh: '明早 5:00–5:20 升级，棋不会丢',
          en: 'Upgrade tomorrow 5:00–5:20',
          from: now + 3 * HOUR,
          until: now + 12 * HOUR,
        },
      ],
      groupNumber: '000 000 001',
      showsGroup: true,
      registration: 'open',
      guests: true,
      bots: true,
      features: { lobbyChat: true, rated: true },
      maintenance: null,
      readOnly: false,
      dailyArena: null,
      series: null,
    },
    changed: { at: now - 2 * HOUR, by: '小满' },
    files: {
      ...{ announcement: '欢迎来山林下棋', groupNumber: '000 000 000', registration: 'open', guests: true },
      ...{ dailyArena: true, series: [] },
    },
    recent: [
      {
        ...{ n: 12, at: now - 2 * HOUR, by: '小满', what: '群号改为 000 000 001', person: null },
        ...{ reason: '主群满了', hash: 'f'.repeat(64) },
      },
      {
        ...{ n: 9, at: now - 5 * HOUR, by: '阿山', what: '发公告“周末擂台本周六 20:00 开赛”', person: null },
        ...{ reason: '周末活动', hash: 'e'.repeat(64) },
      },
    ],
    figures: {
      ...{ at: now, online: 128, running: 41, waiting: 6, longestWait: 100_000, connections: 312 },
      ...{ finishedToday: 1_284, guestsToday: 212, registrationsToday: 31 },
    },
    health: (
      [
        ['auth', 'up', 12, null],
        ['social', 'up', 9, null],
        ['lobby', 'up', 7, null],
        ['room', 'up', 8, null],
        ['pairing', 'up', 6, null],
        ['record', 'slow', 20, 38],
        ['rating', 'up', 11, null],
        ['tournament', 'up', 10, null],
        ['nodes', 'up', null, null],
        ['timekeeper', 'up', null, 0],
        ['store', 'up', 4, null],
        ['redis', 'up', 1, null],
      ] as const
    ).map(([name, state, ms, backlog]) => ({
      ...{ name, state, ms, backlog },
      processes: name === 'nodes' ? 2 : null,
      connections: name === 'nodes' ? 312 : null,
    })),
    curve: { from: now - 19 * HOUR, today: curve(1.1, 228), before: curve(1, 287) },
    ...change,
  };
}
