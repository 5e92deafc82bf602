import { RED } from '@doushouqi/room-client/testing';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { ladderRowOf, RED_USER, ratingsOf, UNRATED, userRatingOf } from '../../../test/ratings.ts';
import { answerBy } from '../../../test/server.ts';
import { ME as USER } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import LadderPage from './LadderPage.tsx';

const TOP = Array.from({ length: 30 }, (_, index) => ladderRowOf(index + 1));
const MINE = ladderRowOf(28, { userId: RED, nickname: '山君', avatar: 'tiger.png' });
const ME = {
  rank: 28,
  rating: MINE.rating,
  provisional: false,
  week: -12,
  around: [ladderRowOf(27), MINE, ladderRowOf(29)],
};

function logIn(): void {
  session.login({ access_token: 't', user: USER });
}

const FRIEND = { ...RED_USER, _id: ladderRowOf(29).userId, nickname: '棋手29' };
const REST = { players: [], size: 0, animals: [0, 0, 0, 0, 0, 0, 0, 0], me: null };

/** @param ladders reply for each time class */
async function show(
  ladders: { fast: object; slow?: object; bot?: object },
  more: Record<string, unknown> = {},
) {
  const known: Record<string, unknown> = {
    'GET /users/friend/list': [FRIEND],
    'GET /users/friend/requests': [],
    ...more,
  };
  const asked = answerBy(({ call, query }) =>
    call === 'GET /ladder' ? { ...REST, ...ladders[query.class as 'fast'] } : known[call],
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
  return { router, asked };
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
  await page.viewport(1024, 768);
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  answerConfirm(false);
  session.logout();
});

test('shows the first ten, all on request, and links to each player', async () => {
  const { router } = await show({ fast: { players: TOP } });
  await expect.poll(() => rows('快棋天梯').length).toBe(10);
  expect(rows('快棋天梯')[0]).toEqual(['1', '棋手1', '狮三阶', '2000', '9 胜 5 负', '近七日 +5']);
  await page.getByRole('button', { name: '看前一百名' }).click();
  expect(rows('快棋天梯').length).toBe(30);
  await page.getByRole('link', { name: '棋手2', exact: true }).click();
  expect(router.state.location.pathname).toBe(`/player/${ladderRowOf(2).userId}`);
});

test('marks online players, also in words', async () => {
  await show({ fast: { players: [ladderRowOf(1), ladderRowOf(2, { isOnline: true })] } });
  await expect.poll(() => rows('快棋天梯').map(([, name]) => name)).toEqual(['棋手1', '在线棋手2']);
});

test("shows the user's own place between its neighbors", async () => {
  logIn();
  await show({ fast: { players: TOP, size: 90, me: ME } });
  await expect.element(page.getByText('第 28 名 · 前 32%')).toBeInTheDocument();
  expect(rows('我的邻居').map(([rank, name]) => `${rank} ${name}`)).toEqual([
    '27 棋手27',
    '28 山君',
    '29 棋手29',
  ]);
  expect(
    page.getByRole('table', { name: '我的邻居' }).element().querySelector('[aria-current]')?.textContent,
  ).toContain('山君');
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '还差 60 分升豹一阶');
});

describe('跳到我的位置', () => {
  const JUMP = page.getByRole('button', { name: '跳到我的位置' });

  test('opens the first hundred at the own row and focuses it, by keyboard', async () => {
    logIn();
    const players = TOP.map((row) => (row.rank === 28 ? MINE : row));
    await show({ fast: { players, size: 90, me: ME } });
    await expect.element(JUMP).toBeVisible();
    (JUMP.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const top = page.getByRole('table', { name: '快棋天梯' });
    const row = top.getByRole('row').filter({ hasText: '山君' });
    await expect.element(row).toHaveFocus();
    await expect.element(row).toBeInViewport();
    expect(rows('快棋天梯').length).toBe(30);
  });

  test('opens the neighbors if the user is not among the first hundred', async () => {
    logIn();
    await page.viewport(390, 844);
    await show({ fast: { players: TOP.filter(({ rank }) => rank !== 28), size: 400, me: ME } });
    await JUMP.click();
    const row = page.getByRole('table', { name: '我的邻居' }).getByRole('row').filter({ hasText: '山君' });
    await expect.element(row).toHaveFocus();
    await expect.element(row).toBeInViewport();
    expect(rows('快棋天梯').length).toBe(10);
  });

  test.each([
    [true, 'instant'],
    [false, 'smooth'],
  ])('reduced motion %s: scrolls %s', async (isReduced, behavior) => {
    const media = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.includes('reduced-motion') ? ({ matches: isReduced } as MediaQueryList) : media(query),
    );
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    logIn();
    await show({ fast: { players: TOP, size: 90, me: ME } });
    await JUMP.click();
    expect(scrolled).toHaveBeenLastCalledWith({ block: 'center', behavior });
  });

  test('is absent for a user without a row', async () => {
    logIn();
    const me = { rank: null, rating: 1612, provisional: true, week: null, around: [] };
    await show({ fast: { players: TOP, size: 90, me } });
    await expect.poll(() => rows('快棋天梯').length).toBe(10);
    expect(JUMP.elements()).toEqual([]);
  });
});

test('challenges neighbors: a friend by the dialog, another user after a friend request', async () => {
  logIn();
  const { asked } = await show(
    { fast: { players: TOP, size: 90, me: ME } },
    { 'POST /users/friend/request': { friends: false }, [`GET /ratings/${RED}`]: ratingsOf(UNRATED) },
  );
  await page.getByRole('button', { name: '挑战 棋手27' }).click();
  await vi.waitUntil(() => confirmStore.getState().current);
  answerConfirm(true);
  await expect
    .poll(() => asked.find(({ call }) => call === 'POST /users/friend/request')?.body)
    .toEqual({ toUserId: ladderRowOf(27).userId });
  await page.getByRole('button', { name: '挑战 棋手29' }).click();
  await expect.element(page.getByRole('dialog', { name: /棋手29/ })).toBeInTheDocument();
});

test('shows the distribution of levels with the own animal', async () => {
  logIn();
  await show({ fast: { players: TOP, size: 30, animals: [0, 1, 2, 9, 10, 5, 2, 1], me: ME } });
  const bars = page.getByRole('region', { name: '段位分布' }).getByRole('listitem');
  await expect.poll(() => bars.elements().length).toBe(8);
  expect(bars.elements()[3]?.textContent).toContain('狼：9 位 · 我在这里');
});

test('ranks friends from their first game on, and names those without one', async () => {
  logIn();
  const other = { ...FRIEND, _id: ladderRowOf(40).userId, nickname: '新来的' };
  await show(
    { fast: {} },
    {
      'GET /users/friend/list': [FRIEND, other],
      'GET /ratings': {
        ratings: [
          { userId: RED, ...ratingsOf(userRatingOf(1480, { games: 1, provisional: true })) },
          { userId: FRIEND._id, ...ratingsOf(userRatingOf(1600, { week: 12 })) },
          { userId: other._id, ...ratingsOf(UNRATED) },
        ],
      },
    },
  );
  await page.getByRole('tab', { name: '好友' }).click();
  await expect
    .poll(() => rows('好友快棋榜').map(([rank, name]) => `${rank} ${name}`))
    .toEqual(['1 在线棋手29', '2 在线山君我']);
  await expect.element(page.getByText('另有 1 位好友还没有快棋等级分。')).toBeInTheDocument();
  await page.getByRole('radio', { name: '慢棋' }).click();
  await expect.element(page.getByRole('heading', { name: '好友榜还空着' })).toBeInTheDocument();
});

test('asks visitors to log in for the ladder of friends', async () => {
  await show({ fast: { players: TOP } });
  await page.getByRole('tab', { name: '好友' }).click();
  await expect.element(page.getByRole('heading', { name: '登录后看好友榜' })).toBeInTheDocument();
});

test('has a ladder for each class', async () => {
  await show({
    fast: { players: TOP },
    slow: { players: TOP.slice(0, 3) },
    bot: { players: TOP.slice(0, 2) },
  });
  await expect.poll(() => rows('快棋天梯').length).toBe(10);
  await page.getByRole('tab', { name: '慢棋' }).click();
  await expect.poll(() => rows('慢棋天梯').length).toBe(3);
  await page.getByRole('tab', { name: '人机' }).click();
  await expect.poll(() => rows('人机天梯').length).toBe(2);
});

test('explains to a user with a provisional rating why there is no place', async () => {
  logIn();
  await show({
    fast: { players: TOP, me: { rank: null, rating: 1612, provisional: true, week: null, around: [] } },
  });
  await expect.element(page.getByText('定级中：再下几局，棋力稳定后就有名次。')).toBeInTheDocument();
  await expect.element(page.getByText('1612')).toBeInTheDocument();
});

test('shows an empty ladder as such, also to a user without games', async () => {
  logIn();
  await show({ fast: {} });
  await expect.element(page.getByRole('heading', { name: '天梯还空着' })).toBeInTheDocument();
  await expect.element(page.getByText('还没有快棋等级分。下一局就开始定级。')).toBeInTheDocument();
});

test('offers visitors a login that returns', async () => {
  await show({ fast: { players: TOP } });
  await page.getByRole('main').getByRole('button', { name: '登录' }).click();
  expect(session.store.getState()).toMatchObject({ loginModalVisible: true, redirectPath: '/ladder' });
  session.closeLogin();
});

test('shows the offline state', async () => {
  onlineManager.setOnline(false);
  await show({ fast: { players: TOP } });
  await expect.element(page.getByText('网络已断开，恢复后会自动再试。')).toBeInTheDocument();
});
