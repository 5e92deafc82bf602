import type { Tournament } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { arenaDetails, arenaEntry, arenaInList, arenaRows } from '../../../test/arenas.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy, refusal, type SentCall } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import TournamentsPage from './TournamentsPage.tsx';

const MINUTE = 60_000;
const PHONE = [390, 844] as const;
const DESKTOP = [1_440, 900] as const;
const CHAMPION = { _id: 'c'.repeat(24), nickname: '墨白', avatar: 'lion.png' };

type Lists = Record<'coming' | 'running' | 'finished', Tournament[]>;

function lists(): Lists {
  const startsAt = Date.now() + 3 * 24 * 60 * MINUTE;
  const coming = arenaInList({ id: 'c1', name: '夜猫快棋', phase: 'coming', startsAt, players: 12 });
  return {
    running: [arenaInList({ mine: 'active' })],
    coming: [
      coming,
      { ...coming, id: 'c2', name: '慢时光', mine: 'active', isPrivate: true },
      { ...coming, id: 'c3', name: '小雪杯', kind: 'swiss', rounds: 7 },
    ],
    finished: [
      arenaInList({ id: 'f1', name: '周五小擂台', phase: 'finished', champion: CHAMPION, players: 31 }),
    ],
  };
}

beforeEach(() => session.login({ access_token: 't', user: ME }));
afterEach(() => {
  session.closeLogin();
  session.logout();
  vi.restoreAllMocks();
});

async function show(size: readonly [number, number], answer?: (sent: SentCall) => unknown) {
  await page.viewport(...size);
  const sent = answerBy(async (one) => {
    const own = await answer?.(one);
    if (own !== undefined) return own;
    if (one.call === 'GET /tournaments') return lists();
    if (one.call === 'GET /tournaments/a1') return arenaDetails({ own: arenaEntry() });
    if (one.call === 'GET /tournaments/a1/standings') return { from: 0, total: 20, rows: arenaRows(20) };
    return undefined;
  });
  await render(<TournamentsPage />, { wrapper: Providers });
  return sent;
}

function row(name: string) {
  return page.getByRole('listitem').filter({ hasText: name });
}

test('shows every tournament with what the viewer is in it', async () => {
  await show(DESKTOP);
  const list = page.getByRole('region', { name: '全部比赛' });
  await expect.element(list.getByText(/^5\+3 · 46 人 · 剩 3\d:\d\d$/)).toBeVisible();
  await expect.element(list.getByText('已参加')).toBeVisible();
  await expect.element(row('慢时光').getByText('已报名')).toBeVisible();
  await expect.element(row('慢时光').getByText('私人赛')).toBeInTheDocument();
  await expect.element(row('小雪杯').getByText('瑞士制')).toBeVisible();
  await expect.element(row('周五小擂台').getByText('冠军 墨白 · 31 人')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '办一场' })).toHaveAttribute('href', '/tournament/new');
});

test('shows the own running tournament beside the list in a wide window', async () => {
  await show(DESKTOP);
  await expect.element(page.getByRole('table', { name: '周六擂台的排名' })).toBeVisible();
});

test('shows it above the list on a phone', async () => {
  await show(PHONE);
  await expect
    .element(page.getByRole('link', { name: '回到赛场' }))
    .toHaveAttribute('href', '/tournament/a1');
  expect(row('周六擂台').elements()).toEqual([]);
});

test('enters from the list', async () => {
  let isIn = false;
  const sent = await show(PHONE, ({ call }) => {
    if (call === 'POST /tournaments/c1/join') {
      isIn = true;
      return { own: arenaEntry({ points: 0 }) };
    }
    if (call !== 'GET /tournaments') return undefined;
    const all = lists();
    return {
      ...all,
      coming: all.coming.map((one) => (one.id === 'c1' && isIn ? { ...one, mine: 'active' } : one)),
    };
  });
  await page.getByRole('button', { name: '报名：夜猫快棋' }).click();
  await expect.element(row('夜猫快棋').getByText('已报名')).toBeVisible();
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
});

test('has a place for no tournaments', async () => {
  await show(PHONE, ({ call }) =>
    call === 'GET /tournaments' ? { coming: [], running: [], finished: [] } : undefined,
  );
  await expect.element(page.getByRole('heading', { name: '擂台正在搭' })).toBeVisible();
});

test('offers a retry if the list cannot be loaded', async () => {
  let away = true;
  await show(PHONE, ({ call }) => (call === 'GET /tournaments' && away ? refusal('UNAVAILABLE') : undefined));
  await expect.element(page.getByRole('heading', { name: '赛程暂时加载不出来' })).toBeVisible();
  away = false;
  await page.getByRole('button', { name: '现在重试' }).click();
  await expect.element(row('夜猫快棋')).toBeVisible();
});
