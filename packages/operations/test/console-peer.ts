import type { ConsoleSession, RouteInput, SiteState } from '@doushouqi/protocol';
import { NOTHING_SET, ROUTES } from '@doushouqi/protocol/server';
import { errorOf, type HttpApp, route } from '@doushouqi/service-kit';
import { idOf, startPeer } from '@doushouqi/service-kit/testing';

/** A site whose console answers the same to every caller. */

/** What the site was asked, in order. */
export const asked: string[] = [];
const SESSION: ConsoleSession = {
  ...{
    access_token: 'of-the-console',
    role: 'operator',
    nickname: '阿山',
    avatar: 'cat.png',
    userId: idOf(1),
  },
  ...{ expiresAt: 900_000, endsAt: 28_800_000 },
};
export const PERSON = { _id: idOf(7), nickname: '花豹', avatar: 'cat.png' };
const SANCTION = {
  ...{ id: 'a'.repeat(24), kind: 'mute', text: '聊天停用 1 天。', quotes: [], from: 0, until: 86_400_000 },
  ...{ isActive: true, appealUntil: null, appeal: null, isSeen: false, userId: PERSON._id, state: 'active' },
  ...{ violation: 'abuse', returnsPoints: false, reason: '属实', by: '阿山', second: null, end: null },
  ...{ origins: [], coversMembers: false },
} as const;

const FLAG = {
  kind: 'engine',
  score: 96,
  text: '91% 是引擎首选。',
  at: 0,
  games: [],
  dismissed: null,
} as const;
const FIGURES = {
  ...{ at: 0, rating: 1_500, band: 2, decisions: 40, agreement: 0.91, expected: 0.56, chance: 0.05 },
  ...{ meanLoss: 6, mistakes: 0, times: [], spread: null, quick: null, evidence: 12.34, error: 2, behind: 0 },
  ...{
    past: null,
    phases: [{ phase: 'middle', decisions: 40, agreement: 0.91, expected: 0.56, meanLoss: 6 }],
  },
  games: [
    {
      ...{ gameId: 'g1', at: 0, opponentId: idOf(9), opponentRating: 1_500, outcome: 'win', plies: 61 },
      ...{ decisions: 40, agreement: 0.91, mistakes: 0, seconds: 4.2, spread: 0.5, focusLosses: 0 },
      ...{ isArranged: false, evidence: 12.34 },
    },
  ],
} as const;

export const SITE: SiteState = {
  version: 3,
  settings: {
    ...NOTHING_SET,
    announcements: [
      { id: 'c'.repeat(24), zh: '新人场', from: 0, until: null },
      { id: 'd'.repeat(24), zh: '擂台', en: 'Arena', from: 8_000_000_000_000, until: 8_100_000_000_000 },
    ],
    registration: 'closed',
    maintenance: { startsAt: 3_600_000, minutes: 20, text: '升级', readOnly: true },
  },
  changed: { at: 60_000, by: '小满' },
  files: {
    announcement: '欢迎',
    groupNumber: '12',
    registration: 'open',
    guests: true,
    dailyArena: true,
    series: [],
  },
  recent: [],
  figures: {
    ...{ at: 0, online: 128, running: 41, waiting: 6, longestWait: 1_000, connections: null },
    ...{ finishedToday: 1_284, guestsToday: 212, registrationsToday: 31 },
  },
  health: [
    { name: 'record', state: 'slow', ms: 4, backlog: 38, processes: null, connections: null },
    { name: 'nodes', state: 'up', ms: null, backlog: null, processes: 2, connections: 312 },
  ],
  curve: { from: 0, today: [], before: [] },
};

/** Mounts a route of the site without a token, which this peer does not read. */
function open(app: HttpApp, name: keyof typeof ROUTES, handler: (request: never) => unknown): void {
  const { path, ...rest } = ROUTES[name];
  route(app, { ...rest, path, auth: 'public' } as never, {
    handler: ((request: never) => {
      asked.push(name);
      return handler(request);
    }) as never,
  });
}

export const site = await startPeer((app) => {
  open(app, 'startConsole', ({ body }: { body: { password: string } }) => {
    if (body.password !== 'right horse') throw errorOf('CONSOLE_REFUSED');
    return SESSION;
  });
  open(app, 'renewConsole', () => ({ ...SESSION, expiresAt: 2_000_000 }));
  open(app, 'endConsole', () => ({ success: true }));
  open(app, 'findPeople', ({ query }: { query: { name: string } }) =>
    (query.name === '两人'
      ? [PERSON, { ...PERSON, _id: idOf(8) }]
      : query.name === '花豹'
        ? [PERSON]
        : []
    ).map((person) => ({ person, username: 'leopard', role: 'player', createdAt: 0, sanctions: [] })),
  );
  open(app, 'listCases', () => ({
    cases: [
      {
        ...{ person: PERSON, kinds: ['line'], violation: 'abuse', excerpt: '就这水平', reports: 3 },
        ...{ reporters: 3, at: 0, score: 60, claimedBy: '小满', isMine: false },
      },
    ],
    ...{ open: 1, mine: 0, waiting: 2, appeals: 0, flagged: 0, today: { handled: 0, medianWait: null } },
  }));
  open(app, 'showCase', () => ({
    ...{ person: PERSON, isOnline: true, roomId: 'R7', claimedBy: null, isMine: false },
    reports: [
      {
        ...{ id: 'b'.repeat(24), kind: 'line', violation: 'abuse', note: '一直骂', fen: 'a position', at: 0 },
        quote: { fromId: PERSON._id, nickname: '花豹', content: '就这水平', at: 60_000, ply: 12 },
        context: [],
        ...{ reporter: { ...PERSON, nickname: '小米粒' }, weight: 0.5, state: 'open' },
      },
    ],
    ...{ sanctions: [SANCTION], precedents: [{ kind: 'mute', hours: 24, count: 3 }] },
  }));
  open(app, 'showSite', () => SITE);
  open(app, 'changeSite', ({ body }: { body: { version: number; change: object; reason: string } }) => {
    asked.push(JSON.stringify(body.change));
    if (body.version !== SITE.version) throw errorOf('SITE_CHANGED');
    return { version: SITE.version + 1, settings: NOTHING_SET };
  });
  open(
    app,
    'cancelAnyTournament',
    ({ params, body }: { params: { id: string }; body: { reason: string } }) => {
      asked.push(`${params.id} ${body.reason}`);
      return { name: '小雪杯' };
    },
  );
  open(app, 'listFlagged', () => ({
    people: [{ person: PERSON, score: 96, at: 0, flags: [FLAG], sanction: 'close' }],
    open: 1,
  }));
  open(app, 'showFairPlay', () => ({
    ...{ flags: [{ ...FLAG, dismissed: { by: '小满', reason: '样本太少', at: 0 } }], figures: FIGURES },
    ...{ opponents: [], peers: null, check: 'waiting', reporters: 5 },
  }));
  open(app, 'checkPerson', () => ({ success: true }));
  open(app, 'dismissFlag', ({ params, body }: { params: { kind: string }; body: { reason: string } }) => {
    asked.push(`${params.kind} ${body.reason}`);
    return { success: true };
  });
  open(app, 'listOriginSanctions', () => ({ current: [], ended: [] }));
  open(app, 'showOrigin', ({ query }: { query: { of: string; value: string } }) => {
    asked.push(`${query.of} ${query.value}`);
    return {
      ...{ members: 2, guests: 5 },
      accounts: [{ person: PERSON, createdAt: 0, seenAt: 60_000, isClosed: true }],
    };
  });
  open(app, 'imposeOnOrigin', ({ body }: { body: RouteInput<(typeof ROUTES)['imposeOnOrigin']>['body'] }) => {
    const { origin, kind, hours, coversMembers } = body;
    asked.push(`${origin.of} ${origin.value} ${kind} ${hours} ${coversMembers}`);
    return { ...SANCTION, userId: null, kind, origins: [origin], coversMembers };
  });
  open(app, 'impose', ({ body }: { body: RouteInput<(typeof ROUTES)['impose']>['body'] }) => {
    const also = `${body.alsoDevice ? ' device' : ''}${body.alsoRange ? ' range' : ''}`;
    asked.push(`${body.kind} ${body.hours} ${body.reports.length}${also}`);
    return { ...SANCTION, ...(body.kind === 'close' && { state: 'pending' }) };
  });
});
