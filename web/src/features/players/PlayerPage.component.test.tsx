import { BLUE, RED } from '@doushouqi/room-client/testing';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import {
  historyOf,
  RED_USER,
  ratedGameOf,
  ratingsOf,
  seasonOf,
  UNRATED,
  userRatingOf,
} from '../../../test/ratings.ts';
import { answerBy, refusal, type SentCall } from '../../../test/server.ts';
import { session } from '../../client/session.ts';
import PlayerPage from './PlayerPage.tsx';

function totals(wins: number, losses: number, draws: number) {
  return { games: wins + losses + draws, wins, losses, draws };
}
const NONE = { red: totals(0, 0, 0), blue: totals(0, 0, 0) };

/** Replies of the services about 山君, an opponent of 苍狼 in seven games. */
const KNOWN: Record<string, (asked: SentCall) => unknown> = {
  [`GET /users/${RED}`]: () => RED_USER,
  [`GET /ratings/${RED}`]: () =>
    ratingsOf(
      userRatingOf(1624, {
        games: 40,
        rank: 36,
        week: -8,
        seasons: [
          seasonOf('2025-4', 9),
          seasonOf('2026-1', null),
          seasonOf('2026-2', 13),
          seasonOf('2026-3', 15),
        ],
      }),
      userRatingOf(1440, { games: 3, provisional: true }),
    ),
  [`GET /ratings/${RED}/history`]: ({ query }) => ({
    points: query.class === 'fast' ? historyOf(25, 1624) : historyOf(8, 1440),
  }),
  [`GET /ratings/${RED}/games`]: () => ({
    games: [
      ratedGameOf(0),
      ratedGameOf(1, { result: 'loss', color: 'blue', before: 1624, after: 1612, endReason: 'TIME_UP' }),
      ratedGameOf(2, { result: 'draw', before: 1624, after: 1624, endReason: 'DRAW_AGREED' }),
    ],
  }),
  [`GET /ratings/${RED}/record`]: () => ({
    fast: { red: totals(12, 6, 1), blue: totals(10, 8, 3) },
    slow: { red: totals(1, 1, 0), blue: totals(1, 0, 0) },
    averageRounds: 34,
    bestStreak: 9,
  }),
  [`GET /ratings/${RED}/versus`]: () => ({
    ...totals(4, 3, 0),
    last: ['win', 'loss', 'win'].map((result, number) =>
      ratedGameOf(number, { result: result as 'win' | 'loss' }),
    ),
  }),
  [`GET /tournament-records/${RED}`]: () => ({
    played: 5,
    medals: { gold: 2, silver: 0, bronze: 1 },
    best: [
      { id: 't1', name: '小雪杯', kind: 'swiss', rank: 1, players: 46, endedAt: Date.UTC(2026, 10, 21, 14) },
      {
        id: 't2',
        name: '每日擂台',
        kind: 'arena',
        rank: 7,
        players: 120,
        endedAt: Date.UTC(2026, 10, 20, 14),
      },
    ],
  }),
  'GET /users/friend/list': () => [],
  'GET /users/friend/requests': () => [],
};

function logIn(_id: string): void {
  const user = {
    _id,
    username: 'canglang',
    nickname: '苍狼',
    avatar: 'wolf.png',
    settings: { theme: 'default' },
  };
  session.login({ access_token: 't', user });
}

async function show(changes: Record<string, (asked: SentCall) => unknown> = {}, path = `/player/${RED}`) {
  const known = { ...KNOWN, ...changes };
  answerBy((asked) => known[asked.call]?.(asked));
  const router = createMemoryRouter(
    [
      { path: '/player/:userId', element: <PlayerPage /> },
      { path: '*', element: <p /> },
    ],
    {
      initialEntries: [path],
    },
  );
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

function region(name: string) {
  return page.getByRole('region', { name, exact: true });
}

beforeEach(() => logIn(BLUE));
afterEach(async () => {
  await cleanup();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  session.logout();
});

test('shows both levels with the way to the next, the best of a season, and that few games count', async () => {
  await show();
  await expect.element(page.getByText('豹二阶', { exact: true })).toBeInTheDocument();
  const [fast, slow] = page.getByRole('progressbar').elements();
  expect(fast?.getAttribute('aria-valuetext')).toBe('还差 16 分升豹三阶');
  expect(slow?.getAttribute('aria-valuetext')).toBe('还差 20 分升狼三阶');
  await expect.element(page.getByText('2026 年第 3 季最高 豹三阶')).toBeInTheDocument();
  expect(page.getByText('定级中').elements().length).toBe(1);
  await expect.element(page.getByText('快棋 · 第 36 名', { exact: true })).toBeInTheDocument();
  await expect.element(page.getByText('慢棋 · 3 局', { exact: true })).toBeInTheDocument();
  expect(
    page
      .getByTitle('近七日')
      .elements()
      .map((week) => week.textContent),
  ).toEqual(['近七日 −8']);
  await page.getByText('以往 2 季').click();
  await expect
    .poll(() =>
      page
        .getByRole('group')
        .getByRole('listitem')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['2026 年第 2 季最高 豹一阶9 胜 5 负', '2025 年第 4 季最高 狗三阶9 胜 5 负']);
});

test('shows the level against bots in a row of its own, after the first rated game against one', async () => {
  const bot = userRatingOf(1_311, { games: 4 });
  await show({ [`GET /ratings/${RED}`]: () => ({ ...ratingsOf(userRatingOf(1_624)), bot }) });
  await expect.element(page.getByText('人机 · 4 局', { exact: true })).toBeInTheDocument();
  await expect.element(page.getByText('1311', { exact: true })).toBeInTheDocument();
});

test('describes the curve of the chosen time in words', async () => {
  await show();
  const curve = region('棋力').getByRole('img');
  await expect
    .element(curve)
    .toHaveAccessibleName(/快棋从 1384 到 1624，最高 1624，最低 1384；慢棋从 1370 到 1440/);
  await page.getByRole('radio', { name: '30 天' }).click();
  await expect.element(curve).toHaveAccessibleName(/快棋从 15\d4 到 1624/);
});

test('announces the points of the curve by arrow keys', async () => {
  await show();
  const point = region('棋力').getByRole('slider');
  await expect.element(point).toHaveAttribute('aria-valuetext', expect.stringMatching(/日 1624 分$/));
  (point.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}{ArrowRight}');
  await expect.element(point).toHaveAttribute('aria-valuetext', expect.stringMatching(/日 1394 分$/));
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(point).toHaveAttribute('aria-valuenow', '0');
  await userEvent.keyboard('{End}');
  await expect.element(point).toHaveAttribute('aria-valuetext', expect.stringMatching(/日 1624 分$/));
});

test('opens a rated game in the analysis, of any player', async () => {
  const other = { _id: 'd'.repeat(24), nickname: '三花', avatar: 'cat.png' };
  const router = await show({
    [`GET /ratings/${RED}/games`]: () => ({ games: [ratedGameOf(0), ratedGameOf(1, { opponent: other })] }),
  });
  await page.getByRole('link', { name: '复盘和 三花 的对局' }).click();
  await expect
    .poll(() => router.state.location)
    .toMatchObject({ pathname: '/analysis', search: '?game=g1', state: null });
});

test('shows that the player is in a game, with a link', async () => {
  await show({
    [`GET /pairing/games/${RED}`]: () => ({ game: { roomId: 'room-1', initial: 5, increment: 3 } }),
  });
  await expect.element(page.getByText(/正在 5\+3 对局$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: '观战' })).toHaveAttribute('href', '/play/room/room-1');
});

test('challenges a friend and opens the conversation', async () => {
  await show({ 'GET /users/friend/list': () => [{ ...RED_USER, currentRoom: null, unreadCount: 0 }] });
  await expect.element(page.getByRole('button', { name: '聊天' })).toBeInTheDocument();
  await page.getByRole('button', { name: '挑战 山君' }).click();
  await expect.element(page.getByRole('dialog', { name: /山君/ })).toBeInTheDocument();
});

test('sends a visitor who challenges to the login, and back', async () => {
  session.logout();
  await show();
  await page.getByRole('button', { name: '挑战 山君' }).click();
  expect(session.store.getState()).toMatchObject({ loginModalVisible: true, redirectPath: `/player/${RED}` });
  session.closeLogin();
});

test('counts games by color and by time class', async () => {
  await show();
  const record = region('战绩');
  for (const text of ['13 胜 1 和 7 负', '11 胜 3 和 8 负', '22 胜 4 和 14 负', '2 胜 0 和 1 负'])
    await expect.element(record.getByText(text)).toBeInTheDocument();
  await expect.element(record.getByText('共 43 局平均 34 回合最长连胜 9')).toBeInTheDocument();
});

test('omits unknown lengths and streaks', async () => {
  const known = KNOWN[`GET /ratings/${RED}/record`]!;
  await show({
    [`GET /ratings/${RED}/record`]: (asked) => ({
      ...(known(asked) as object),
      averageRounds: null,
      bestStreak: null,
    }),
  });
  await expect.element(region('战绩').getByText('共 43 局')).toBeInTheDocument();
  expect(
    region('战绩')
      .getByText(/回合|连胜/)
      .elements(),
  ).toEqual([]);
});

test('lists the last games with their signed rating changes', async () => {
  await show();
  const rows = region('最近对局').getByRole('listitem');
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual([
      expect.stringMatching(/^胜苍狼红执红入穴 ·\u00a038\u00a0回合5\+3\+12加 12 分/),
      expect.stringMatching(/^负苍狼蓝执蓝超时 ·\u00a038\u00a0回合5\+3−12减 12 分/),
      expect.stringMatching(/^和苍狼红执红双方议和 ·\u00a038\u00a0回合5\+3±0分数不变/),
    ]);
});

test('shows the games between the two to another member only', async () => {
  await show();
  await expect.element(region('交手记录').getByText('4 比 3')).toBeInTheDocument();
});

test.each(['visitor', 'owner'])('shows no games between two to the %s', async (who) => {
  if (who === 'visitor') session.logout();
  else logIn(RED);
  await show();
  await expect.element(region('战绩').getByText('13 胜 1 和 7 负')).toBeInTheDocument();
  expect(region('交手记录').elements()).toEqual([]);
});

test('states that a player has no rated game yet', async () => {
  await show({
    [`GET /ratings/${RED}`]: () => ratingsOf(UNRATED),
    [`GET /ratings/${RED}/history`]: () => ({ points: [] }),
    [`GET /ratings/${RED}/games`]: () => ({ games: [] }),
    [`GET /ratings/${RED}/record`]: () => ({ fast: NONE, slow: NONE, averageRounds: null, bestStreak: null }),
    [`GET /ratings/${RED}/versus`]: () => ({ ...totals(0, 0, 0), last: [] }),
  });
  await expect.poll(() => page.getByText('未定级').elements().length).toBe(2);
  await expect.element(page.getByText('还没有排位对局，曲线从第一局开始画。')).toBeInTheDocument();
  await expect.element(page.getByText('还没有排位对局。', { exact: true })).toBeInTheDocument();
  await expect.element(page.getByText('还没有在排位里交过手。')).toBeInTheDocument();
});

test('shows the player without ratings, and loads them on retry', async () => {
  let isAway = true;
  const unlessAway = KNOWN[`GET /ratings/${RED}`]!;
  await show({
    [`GET /ratings/${RED}`]: (asked) => (isAway ? refusal('UNAVAILABLE') : unlessAway(asked)),
  });
  await expect.element(page.getByRole('heading', { name: '山君' })).toBeInTheDocument();
  await expect.element(page.getByText('服务暂时连不上，会自动再试。')).toBeInTheDocument();
  isAway = false;
  await page.getByRole('button', { name: '现在重试' }).click();
  await expect.element(page.getByText('豹二阶', { exact: true })).toBeInTheDocument();
});

test('shows that the player does not exist', async () => {
  await show({ [`GET /users/${RED}`]: () => refusal('NOT_FOUND') });
  await expect.element(page.getByRole('heading', { name: '没有这位棋手' })).toBeInTheDocument();
});

test('shows the offline state', async () => {
  onlineManager.setOnline(false);
  await show();
  await expect.element(page.getByText('网络已断开，恢复后会自动再试。')).toBeInTheDocument();
});

test('shows medals and best results of tournaments, which lead to them', async () => {
  await show();
  const region = page.getByRole('region', { name: '赛事' });
  await expect.element(region.getByRole('listitem', { name: '冠军 2 次' })).toBeVisible();
  await expect.element(region.getByRole('listitem', { name: '季军 1 次' })).toBeVisible();
  expect(region.getByRole('listitem', { name: /亚军/ }).elements()).toEqual([]);
  await expect.element(region.getByText('参加 5 场')).toBeVisible();
  const best = region.getByRole('link', { name: /第 1 名.*小雪杯.*瑞士制 · 46 人/ });
  await expect.element(best).toHaveAttribute('href', '/tournament/t1');
});

test('without a finished tournament it says so, and on the own page leads to the list', async () => {
  const none = { played: 0, medals: { gold: 0, silver: 0, bronze: 0 }, best: [] };
  logIn(RED);
  await show({ [`GET /tournament-records/${RED}`]: () => none });
  const region = page.getByRole('region', { name: '赛事' });
  await expect.element(region.getByText('还没有比完的比赛，报名一场试试。')).toBeVisible();
  await expect.element(region.getByRole('link', { name: '看赛程' })).toHaveAttribute('href', '/tournament');
});
