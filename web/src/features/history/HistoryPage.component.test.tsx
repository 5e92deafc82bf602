import { BLUE, RED } from '@doushouqi/room-client/testing';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import {
  button,
  cards,
  current,
  expectCards,
  fakeHistory,
  lists,
  many,
  prepareHistory,
  show,
  TOURNAMENT,
  tab,
} from '../../../test/history.tsx';
import { localRecord, playerOf, ratedRecord, recordOf } from '../../../test/records.ts';
import { opponentOf } from '../../shared/device-games/opponents.ts';
import HistoryPage from './HistoryPage.tsx';

prepareHistory();

test('shows the first page of all games, with the totals', async () => {
  const history = await show(
    recordOf({ id: 3 }),
    recordOf({ id: 2, winner: 'blue' }),
    localRecord({ id: 1, winner: 'draw', endReason: 'DRAW_AGREED' }),
  );
  await expectCards('山君 对 苍狼', '山君 对 苍狼', '红方 对 蓝方');
  expect(lists(history)[0]).toEqual({ page: '1', limit: '3', filter: 'all' });
  await expect.element(page.getByText('共 3 局 · 1 胜 1 负 1 和')).toBeVisible();
  const [won, lost, drawn] = document.querySelectorAll('[role="article"]');
  expect(won?.textContent).toMatch(/认输3 回合联机 5 \+ 3.*胜/);
  expect(lost?.textContent).toMatch(/负/);
  expect(drawn?.textContent).toMatch(/双方议和3 回合本地对局.*和/);
  expect(page.getByRole('img', { name: '终局局面' }).all()).toHaveLength(3);
  await expect.element(page.getByRole('navigation', { name: '战绩翻页' })).not.toBeInTheDocument();
});

test("shows the level's avatar for a game against the computer", async () => {
  const players = { red: playerOf(RED, '山君', 'tiger.png'), blue: playerOf(null, '功夫熊猫', 'rat.png') };
  await show(localRecord({ changes: { players, aiType: 'plain', aiLevel: 3 } }));
  await expectCards('山君 对 功夫熊猫');
  const card = document.querySelector('[role="article"]');
  const faces = [...card!.querySelectorAll('img')].map(({ src }) => src);
  expect(faces.some((src) => src.endsWith('/rat.png'))).toBe(false);
  expect(faces).toContain(new URL(opponentOf(3).src, location.href).href);
});

test('counts unfinished games as neither won nor lost', async () => {
  await show(localRecord({ winner: null, endReason: 'NONE' }));
  await expect.element(page.getByText('共 1 局', { exact: true })).toBeVisible();
});

test('pages forward and back within the limits, and keeps the page until the next one is loaded', async () => {
  const history = await show(...many(25));
  await expectCards('山君 对 对手25', '山君 对 对手24', '山君 对 对手23');
  await expect.element(button('上一页')).toBeDisabled();
  const { promise, resolve } = Promise.withResolvers<void>();
  history.hold(promise);
  await button('下一页').click();
  await expect.element(page.getByRole('list', { name: '对局' })).toHaveAttribute('aria-busy', 'true');
  expect(cards()).toHaveLength(3);
  resolve();
  await expectCards('山君 对 对手22', '山君 对 对手21', '山君 对 对手20');
  await button('第 9 页').click();
  await expectCards('山君 对 对手1');
  await expect.element(button('下一页')).toBeDisabled();
  expect(document.querySelector('nav')?.textContent).toBe('1…89');
});

test('filters by keyboard, from the first page; favorites in two columns', async () => {
  const favorites = [{ userId: RED, comment: '妙' }];
  const history = await show(
    ...many(4),
    ...[7, 8, 9].map((id) => localRecord({ id, changes: { favorites } })),
  );
  await button('下一页').click();
  await expect.poll(current).toBe('2');
  await tab('全部').click();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  await expect.element(tab('收藏')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => cards().length).toBe(2);
  expect(lists(history).at(-1)).toEqual({ page: '1', limit: '2', filter: 'favorites' });
  expect(current()).toBe('1');
  await tab('本地').click();
  await expect.poll(() => cards().length).toBe(3);
});

test('searches by opponent after a delay, and by result; one press clears both', async () => {
  const history = await show(...many(12));
  await button('第 4 页').click();
  await expect.poll(current).toBe('4');
  const before = lists(history).length;
  await page.getByLabelText('按对手昵称查找').fill(' 对手3 ');
  await expectCards('山君 对 对手3');
  expect(lists(history).at(-1)).toEqual({ page: '1', limit: '3', filter: 'all', opponent: '对手3' });
  // The first page at once, then the search.
  expect(lists(history).length - before).toBeLessThanOrEqual(2);
  await button('负').click();
  await expect.element(page.getByText('没有符合条件的对局')).toBeVisible();
  expect(lists(history).at(-1)).toMatchObject({ result: 'loss' });
  await button('清除条件').first().click();
  await expectCards('山君 对 对手12', '山君 对 对手11', '山君 对 对手10');
  await expect.element(page.getByLabelText('按对手昵称查找')).toHaveValue('');
});

test('shows rated games with their rating changes', async () => {
  await show(recordOf({ id: 2 }), ratedRecord({ id: 1 }));
  await tab('排位').click();
  await expect.element(page.getByText('排位 5 + 3')).toBeVisible();
  await expect.element(page.getByText('等级分 +12')).toBeVisible();
  await expectCards('山君 对 苍狼');
});

test.each([
  ['全部', '还没有战绩', 'link', '去下一局'],
  ['排位', '还没有排位对局', 'link', '去找对手'],
  ['收藏', '还没有收藏', 'button', '看全部对局'],
  ['本地', '还没有本地棋谱', 'link', '同屏下一局'],
] as const)('nothing under %s: says so, and where to go', async (filter, title, role, action) => {
  await show();
  await tab(filter).click();
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByRole(role, { name: action })).toBeVisible();
  await expect.element(button('导出全部')).not.toBeInTheDocument();
});

test('shows that games could not be loaded, and retries on request', async () => {
  const history = fakeHistory(RED, [recordOf()]);
  history.refuse('GET', 'UNAVAILABLE');
  const router = createMemoryRouter([{ path: '*', element: <HistoryPage /> }]);
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { name: '获取战绩失败' })).toBeVisible();
  history.refuse('GET', null);
  await button('现在重试').click();
  await expectCards('山君 对 苍狼');
});

test('reports a lost network, keeps the games, and reloads on its own', async () => {
  onlineManager.setOnline(false);
  const history = await show(...many(4));
  await expect.element(page.getByText('网络已断开，恢复后会自动再试。')).toBeVisible();
  onlineManager.setOnline(true);
  await expect.poll(() => cards().length).toBe(3);
  onlineManager.setOnline(false);
  await button('下一页').click();
  await expect.element(page.getByText('战绩暂时无法更新，会自动再试')).toBeVisible();
  expect(cards()).toHaveLength(3);
  expect(lists(history)).toHaveLength(1);
  onlineManager.setOnline(true);
  await expectCards('山君 对 对手1');
});

test.each([
  [320, 568],
  [390, 844],
  [844, 390],
  [1440, 900],
])('fits into %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const long = { red: playerOf(RED, '山中大王不吃草只吃瓜', ''), blue: playerOf(BLUE, 'WWWWWWWWWWWW', '') };
  const favorites = [{ userId: RED, comment: '妙'.repeat(200) }];
  await show(
    ...many(300).slice(0, 290),
    localRecord({ changes: { players: long, favorites, tournamentId: 't2' } }),
  );
  await button('第 97 页').click();
  await expect.poll(() => cards().at(-1)).toBe('山中大王不吃草只吃瓜 对 WWWWWWWWWWWW');
  await expect.element(page.getByRole('link', { name: TOURNAMENT })).toBeVisible();
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBe(clientWidth);
});

test('games of tournaments have a filter, and name their tournament with a link', async () => {
  const history = await show(recordOf({ changes: { tournamentId: 't1' } }));
  const link = page.getByRole('article').getByRole('link', { name: '比赛' });
  await expect.element(link).toHaveAttribute('href', '/tournament/t1');
  await tab('赛事').click();
  await expect.poll(() => lists(history).at(-1)?.filter).toBe('tournament');
});
