import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { RED } from '../../../test/rooms.ts';
import { answerBy } from '../../../test/server.ts';
import { ladderRowOf } from '../../../test/standings.ts';
import { session } from '../../app/session.ts';
import LadderPage from './LadderPage.tsx';

const TOP = Array.from({ length: 30 }, (_, index) => ladderRowOf(index + 1));
const MINE = ladderRowOf(28, { userId: RED, nickname: '山君', avatar: 'tiger.png' });
const ME = {
  rank: 28,
  rating: MINE.rating,
  provisional: false,
  around: [ladderRowOf(27), MINE, ladderRowOf(29)],
};

function logIn(): void {
  const user = {
    _id: RED,
    username: 'shanjun',
    nickname: '山君',
    avatar: 'tiger.png',
    settings: { theme: 'default' },
  };
  session.login({ access_token: 't', user });
}

/** @param ladders what is answered for each time class */
async function show(ladders: { fast: object; slow?: object }) {
  answerBy(({ call, query }) =>
    call === 'GET /ladder' ? { players: [], me: null, ...ladders[query.class as 'fast'] } : undefined,
  );
  const router = createMemoryRouter(
    [
      { path: '/ladder', element: <LadderPage /> },
      { path: '*', element: <p /> },
    ],
    {
      initialEntries: ['/ladder'],
    },
  );
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

function rows(name: string) {
  return page
    .getByRole('table', { name })
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent));
}

afterEach(async () => {
  await cleanup();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  session.logout();
});

test('shows the first ten, all when asked, and the way to each player', async () => {
  const router = await show({ fast: { players: TOP } });
  await expect.poll(() => rows('快棋天梯').length).toBe(10);
  expect(rows('快棋天梯')[0]).toEqual(['1', '棋手1', '狮三阶', '2000']);
  await page.getByRole('button', { name: '看前一百名' }).click();
  expect(rows('快棋天梯').length).toBe(30);
  await page.getByRole('link', { name: '棋手2', exact: true }).click();
  expect(router.state.location.pathname).toBe(`/player/${ladderRowOf(2).userId}`);
});

test('shows where the person who looks stands, between their neighbours', async () => {
  logIn();
  await show({ fast: { players: TOP, me: ME } });
  await expect.element(page.getByText('第 28 名')).toBeInTheDocument();
  expect(rows('我的邻居').map(([rank, name]) => `${rank} ${name}`)).toEqual([
    '27 棋手27',
    '28 山君我',
    '29 棋手29',
  ]);
  expect(
    page.getByRole('table', { name: '我的邻居' }).element().querySelector('[aria-current]')?.textContent,
  ).toContain('山君');
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '还差 60 分升豹一阶');
});

test('has a ladder for each time class', async () => {
  await show({ fast: { players: TOP }, slow: { players: TOP.slice(0, 3) } });
  await expect.poll(() => rows('快棋天梯').length).toBe(10);
  await page.getByRole('tab', { name: '慢棋' }).click();
  await expect.poll(() => rows('慢棋天梯').length).toBe(3);
});

test('says to somebody whose rating is a guess why they have no place', async () => {
  logIn();
  await show({ fast: { players: TOP, me: { rank: null, rating: 1612, provisional: true, around: [] } } });
  await expect.element(page.getByText('定级中：再下几局，棋力稳定后就有名次。')).toBeInTheDocument();
  await expect.element(page.getByText('1612')).toBeInTheDocument();
});

test('says so while nobody is on the ladder, and to somebody who never played', async () => {
  logIn();
  await show({ fast: {} });
  await expect.element(page.getByRole('heading', { name: '天梯还空着' })).toBeInTheDocument();
  await expect.element(page.getByText('还没有快棋排位分。下一局就开始定级。')).toBeInTheDocument();
});

test('offers visitors to log in, and to come back', async () => {
  await show({ fast: { players: TOP } });
  await page.getByRole('button', { name: '登录' }).click();
  expect(session.store.getState()).toMatchObject({ loginModalVisible: true, redirectPath: '/ladder' });
  session.closeLogin();
});

test('says so without a network', async () => {
  onlineManager.setOnline(false);
  await show({ fast: { players: TOP } });
  await expect.element(page.getByText('网络已断开，恢复后会自动再试。')).toBeInTheDocument();
});
