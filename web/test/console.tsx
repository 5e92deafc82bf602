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
import type { CaseRecord } from '../src/admin/core/queries.ts';
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
    reason: '辱骂他人',
    by: '小满',
    second: null,
    end: null,
    ...change,
  };
}

export function queueOf(cases: readonly ReportCase[]) {
  const today = { handled: 0, medianWait: null };
  return { cases, open: cases.length, mine: 0, waiting: 0, appeals: 0, today };
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
