import type {
  ConsoleSession,
  PublicUser,
  Quote,
  ReportCase,
  ReportRecord,
  SanctionRecord,
} from '@doushouqi/protocol';
import { createMemoryRouter } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../src/admin/App.tsx';
import { drafts } from '../src/admin/core/drafts.ts';
import type { CaseRecord, FairPlay, PersonRecord } from '../src/admin/core/queries.ts';
import { consoleSession } from '../src/admin/core/session.ts';
import { ROUTES } from '../src/admin/pages.tsx';
import { answerBy, type SentCall } from './server.ts';

/** The console on the screen, with fixtures of what the server answers. */

const MINUTE = 60_000;
const now = Date.now();

export function idOf(number: number): string {
  return number.toString(16).padStart(24, '0');
}
export function personOf(number: number, nickname: string): PublicUser {
  return { _id: idOf(number), nickname, avatar: '' };
}
export const LEOPARD = personOf(1, '花豹88');
export const HORSE = personOf(2, '快马');
const RICE = personOf(3, '小米粒');

export function sessionOf(change: Partial<ConsoleSession> = {}): ConsoleSession {
  return {
    access_token: 'token',
    role: 'operator',
    nickname: '阿山',
    avatar: '',
    userId: idOf(50),
    expiresAt: now + 15 * MINUTE,
    endsAt: now + 480 * MINUTE,
    ...change,
  };
}

export function caseRow(person: PublicUser, change: Partial<ReportCase> = {}): ReportCase {
  return {
    person,
    kinds: ['line'],
    violation: 'abuse',
    excerpt: '回家喂猪去吧',
    reports: 1,
    reporters: 1,
    at: now - 6 * MINUTE,
    score: 20,
    claimedBy: null,
    isMine: false,
    ...change,
  };
}

function reportOf({ _id, nickname }: PublicUser): ReportRecord {
  const said: Quote = {
    fromId: _id,
    nickname,
    content: '回家喂猪去吧',
    at: now - 6 * MINUTE,
    roomId: '8K2F7Q',
    gameId: 'g',
    ply: 23,
  };
  return {
    id: idOf(900),
    kind: 'line',
    violation: 'abuse',
    note: '一直骂人',
    quote: said,
    context: [{ ...said, fromId: RICE._id, nickname: RICE.nickname, content: '请多指教', at: said.at - 1 }],
    fen: null,
    at: said.at,
    reporter: RICE,
    weight: 1,
    state: 'open',
  };
}

export function caseOf(person: PublicUser, change: Partial<CaseRecord> = {}): CaseRecord {
  return {
    person,
    isOnline: true,
    roomId: null,
    claimedBy: null,
    isMine: false,
    reports: [reportOf(person)],
    sanctions: [],
    precedents: [],
    ...change,
  };
}

export function sanctionOf(change: Partial<SanctionRecord> = {}): SanctionRecord {
  return {
    id: idOf(700),
    userId: LEOPARD._id,
    origins: [],
    coversMembers: false,
    kind: 'mute',
    text: '聊天停用 1 天。',
    quotes: [],
    from: now,
    until: now + 24 * 60 * MINUTE,
    isActive: true,
    appealUntil: null,
    appeal: null,
    isSeen: false,
    state: 'active',
    violation: 'abuse',
    returnsPoints: false,
    reason: '辱骂他人',
    by: '小满',
    second: null,
    end: null,
    ...change,
  };
}

export function queueOf(cases: readonly ReportCase[]) {
  const today = { handled: 0, medianWait: null };
  return { cases, open: cases.length, mine: 0, waiting: 0, appeals: 0, flagged: 0, today };
}

/** What operators know of a person. */
export function personRecord(): PersonRecord {
  const at = now - 60 * MINUTE;
  return {
    ...{
      person: LEOPARD,
      username: 'leopard',
      role: 'player',
      createdAt: at,
      isOnline: true,
      roomId: '8K2F7Q',
    },
    formerNicknames: [{ nickname: '夜里看棋', until: at }],
    devices: [{ name: 'Windows · Chrome', network: '203.0.113.*', since: at, seenAt: at }],
    origins: { devices: ['a'.repeat(16)], ranges: ['203.0.113.0/24'] },
    related: [
      {
        ...{ person: HORSE, createdAt: at, seenAt: at, sameDevice: true, network: '203.0.113.0/24' },
        ...{ accounts: 3, isClosed: true },
      },
    ],
    ratings: [{ class: 'fast', rating: 1310, games: 40, provisional: false }],
    games: [
      { gameId: 'g1', at, opponent: HORSE, outcome: 'win', plies: 61 },
      {
        ...{ gameId: 'g2', at, opponent: { _id: null, nickname: '老象爷', avatar: '' } },
        ...{ outcome: 'loss', plies: 2 },
      },
    ],
    conduct: { reports: 4, upheld: 1, forfeits: 0, aborted: 0, blockedBy: 6 },
    sanctions: [sanctionOf()],
    log: [],
  };
}

/** A person whose rated games were not checked. */
export const NOT_CHECKED: FairPlay = {
  ...{ flags: [], figures: null, opponents: [], peers: null },
  ...{ check: 'none', reporters: 0 },
};

const NONE = Array<number>(13).fill(0);

/** A person who is flagged for the engine, with the figures of a check. */
export function flaggedOf(change: Partial<FairPlay> = {}): FairPlay {
  const game = (n: number) => ({
    ...{ gameId: `g${n}`, at: now - n * 60 * MINUTE, opponentId: n % 2 ? HORSE._id : RICE._id },
    ...{
      opponentRating: 1_900 + 7 * n,
      outcome: n === 3 ? ('loss' as const) : ('win' as const),
      plies: 61 + n,
    },
    ...{ decisions: 20, agreement: n === 3 ? 0.52 : 0.94 - n / 100, mistakes: n === 3 ? 3 : 0 },
    ...{ seconds: 4.2, spread: 0.5, focusLosses: 0, isArranged: false, evidence: n === 3 ? -2 : 3 - n / 10 },
  });
  return {
    flags: [
      {
        ...{ kind: 'engine', score: 96, at: now, games: ['g1'], dismissed: null },
        text: '近 40 局有选择的 812 手里，91% 是引擎首选，同级约 56%；平均每手亏 6 分。证据 31.2（误差 3.4），到 3.8 标记。',
      },
      {
        ...{ kind: 'pace', score: 45, at: now, games: ['g1'] },
        text: '812 手用时几乎一样长：中位 4.2 秒，难手只比易手多用 3%。',
        dismissed: { by: '小满', reason: '手机一直这样', at: now - 90 * MINUTE },
      },
    ],
    figures: {
      ...{ at: now, games: [1, 2, 3, 4, 5, 6, 7, 8].map(game), rating: 1_985, band: 4, decisions: 812 },
      ...{ agreement: 0.91, expected: 0.56, chance: 0.017, meanLoss: 6, mistakes: 0.3 },
      phases: [
        { phase: 'opening', decisions: 270, agreement: 0.88, expected: 0.55, meanLoss: 7 },
        { phase: 'middle', decisions: 391, agreement: 0.93, expected: 0.58, meanLoss: 5 },
        { phase: 'ending', decisions: 151, agreement: 0.9, expected: 0.53, meanLoss: 6 },
      ],
      times: NONE.with(1, 0.02).with(2, 0.1).with(3, 0.3).with(4, 0.38).with(5, 0.14).with(6, 0.06),
      ...{ spread: 0.6, quick: 0.71, evidence: 31.2, error: 3.4, behind: 2.1 },
      past: { games: 38, agreement: 0.54, meanLoss: 31 },
    },
    opponents: [HORSE, RICE],
    peers: {
      ...{ people: 1_240, agreement: 0.56, deviation: 0.085, meanLoss: 29, mistakes: 2.1, spread: 5.8 },
      quick: 0.12,
      times: [0.12, 0.17, 0.16, 0.13, 0.1, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.02, 0.02],
    },
    check: 'none',
    reporters: 5,
    ...change,
  };
}

interface Scene {
  /** Null: not logged in. */
  session?: ConsoleSession | null;
  answer: (sent: SentCall) => unknown;
}

/** Opens a page of the console. Returns the calls that it makes. */
export async function openConsole(
  path: string,
  { session = sessionOf(), answer }: Scene,
): Promise<SentCall[]> {
  await page.viewport(1440, 900);
  drafts.clear();
  if (session) consoleSession.open(session);
  else consoleSession.close();
  const sent = answerBy((call) => {
    const reply = answer(call);
    if (reply !== undefined || call.call !== 'GET /admin/reports') return reply;
    return queueOf([]);
  });
  onTestFinished(() => {
    consoleSession.close();
    vi.restoreAllMocks();
  });
  await render(<App createPages={() => createMemoryRouter(ROUTES, { initialEntries: [path] })} />);
  return sent;
}
