import { type ErrorCode, EXPORT_PAGE, type GameRecord, type RecordTotals } from '@doushouqi/protocol';
import { BLUE, RED } from '@doushouqi/room-client/testing';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { session } from '../src/client/session.ts';
import HistoryPage from '../src/features/history/HistoryPage.tsx';
import { verdictOf } from '../src/features/history/record-details.ts';
import { exportedOf } from '../src/features/history/record-source.ts';
import { answerConfirm } from '../src/ui/confirm-store.ts';
import { playerOf, recordOf } from './records.ts';
import { answerBy, refusal, type SentCall } from './server.ts';
import { tournamentDetails } from './tournaments.ts';
import { ME } from './users.ts';

/** Shows the address and state of the page that a link opened. */
function LinkTarget() {
  const { pathname, search, state } = useLocation();
  return <output>{JSON.stringify({ to: pathname + search, state })}</output>;
}

export async function show(...games: GameRecord[]): Promise<FakeHistory> {
  const history = fakeHistory(RED, games);
  const router = createMemoryRouter(
    [
      { path: '/history', element: <HistoryPage /> },
      { path: '*', element: <LinkTarget /> },
    ],
    { initialEntries: ['/history'] },
  );
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return history;
}

/** Returns `count` records, newest first. */
export function many(count: number): GameRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const id = count - index;
    const players = {
      red: playerOf(RED, '山君', 'tiger.png'),
      blue: playerOf(BLUE, `对手${id}`, 'wolf.png'),
    };
    return recordOf({ id, changes: { players } });
  });
}

export function cards(): string[] {
  return [...document.querySelectorAll('[role="article"]')].map((card) => card.ariaLabel ?? '');
}
export function expectCards(...labels: string[]) {
  return expect.poll(cards).toEqual(labels);
}
export function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}
export function tab(name: string) {
  return page.getByRole('tab', { name });
}
export function current() {
  return document.querySelector('[aria-current="page"]')?.textContent;
}
export function lists(history: FakeHistory) {
  return history.asked.filter(({ call }) => call === 'GET /game-records').map(({ query }) => query);
}
export function calls(history: FakeHistory, start: string) {
  return history.asked.filter(({ call }) => call.startsWith(start)).length;
}

/** Logs the player in before each test of the file, and out after it. */
export function prepareHistory(): void {
  beforeEach(async () => {
    await page.viewport(1024, 768);
    session.login({ access_token: 'mine', user: ME });
  });
  afterEach(() => {
    onlineManager.setOnline(true);
    answerConfirm(false);
    vi.restoreAllMocks();
    session.logout();
  });
}

/** The record service for one user, with failures on demand. */
export interface FakeHistory {
  asked: SentCall[];
  /** Newest first. */
  records: GameRecord[];
  /** Refuses calls that start with `call`, until null. */
  refuse(call: string, code: ErrorCode | null): void;
  /** Refuses calls that start with `call` after this many replies. */
  refuseAfter(call: string, answers: number): void;
  /** Replies wait until the promise is resolved. */
  hold(until: Promise<unknown> | null): void;
}

const RESULTS = { win: 'win', loss: 'lose', draw: 'draw' } as const;

function matches(record: GameRecord, { query }: SentCall, userId: string): boolean {
  const { filter, opponent = '', result } = query;
  const { red, blue } = record.players;
  if (filter === 'ranked' && !record.rated) return false;
  if (filter === 'favorites' && record.favorites.length === 0) return false;
  if (filter === 'local' && record.type !== 'local') return false;
  if (![red, blue].some(({ _id, nickname }) => _id !== userId && nickname.includes(opponent))) return false;
  return !result || verdictOf(record, userId) === RESULTS[result as keyof typeof RESULTS];
}

function totalsOf(records: readonly GameRecord[], userId: string): RecordTotals {
  const count = (verdict: string) => records.filter((one) => verdictOf(one, userId) === verdict).length;
  return { games: records.length, wins: count('win'), losses: count('lose'), draws: count('draw') };
}

export function fakeHistory(userId: string, games: readonly GameRecord[]): FakeHistory {
  const refused = new Map<string, ErrorCode>();
  const left = new Map<string, number>();
  let held: Promise<unknown> | null = null;
  const list = (asked: SentCall) => {
    const [page, limit] = [Number(asked.query.page), Number(asked.query.limit)];
    const found = fake.records.filter((record) => matches(record, asked, userId));
    return {
      records: found.slice((page - 1) * limit, page * limit),
      totalPages: Math.ceil(found.length / limit),
      totals: totalsOf(fake.records, userId),
    };
  };
  const part = ({ query: { after } }: SentCall) => {
    const from = after ? fake.records.findIndex(({ _id }) => _id === after) + 1 : 0;
    const shown = fake.records.slice(from, from + EXPORT_PAGE);
    const more = fake.records.length > from + EXPORT_PAGE;
    return { games: shown.map(exportedOf), next: more ? shown.at(-1)?._id : null };
  };
  const change = (id: string, changes: Partial<GameRecord>): void => {
    fake.records = fake.records.map((one) => (one._id === id ? { ...one, ...changes } : one));
  };
  const write = ({ call, body }: SentCall): unknown => {
    const [, id = '', verb] = /\/game-records\/(?:local\/)?([0-9a-f]{24})\/?(\w*)$/.exec(call) ?? [];
    if (call.startsWith('DELETE /game-records/local/'))
      fake.records = fake.records.filter(({ _id }) => _id !== id);
    else if (verb === 'share') change(id, { shareId: SHARE });
    else if (verb !== 'favorite') return undefined;
    else if (call.startsWith('DELETE')) change(id, { favorites: [] });
    else change(id, { favorites: [{ userId, ...(body as { comment: string }) }] });
    return verb === 'share' ? { shareId: SHARE } : { success: true };
  };
  const countDown = (asked: SentCall): void => {
    for (const [call, answers] of left) {
      if (!asked.call.startsWith(call)) continue;
      if (answers > 1) left.set(call, answers - 1);
      else if (left.delete(call)) refused.set(call, 'UNAVAILABLE');
    }
  };
  const fake: FakeHistory = {
    asked: answerBy(async (asked) => {
      await held;
      const code = [...refused].find(([call]) => asked.call.startsWith(call))?.[1];
      if (code) return refusal(code);
      countDown(asked);
      if (asked.call === 'GET /game-records') return list(asked);
      if (asked.call === 'GET /tournaments/t2') return tournamentDetails({ id: 't2', name: TOURNAMENT });
      return asked.call === 'GET /game-records/export' ? part(asked) : write(asked);
    }),
    records: [...games],
    refuse: (call, code) => void (code ? refused.set(call, code) : refused.delete(call)),
    refuseAfter: (call, answers) => void left.set(call, answers),
    hold: (until) => {
      held = until;
    },
  };
  return fake;
}

/** The name of the tournament `t2`, as long as one may be. */
export const TOURNAMENT = '第一百二十八届春日山林大奖赛场';
/** The share token of every link. */
export const SHARE = 'x'.repeat(20);
