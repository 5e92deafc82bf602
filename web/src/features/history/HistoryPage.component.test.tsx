import type { GameRecord } from '@doushouqi/protocol';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type FakeHistory, fakeHistory, SHARE } from '../../../test/fake-history.ts';
import { localRecord, playerOf, ratedRecord, recordOf } from '../../../test/records.ts';
import { BLUE, RED } from '../../../test/rooms.ts';
import { session } from '../../app/session.ts';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import { toastStore } from '../../ui/toast-store.ts';
import { opponentOf } from '../ai/opponents.ts';
import HistoryPage from './HistoryPage.tsx';

const USER = {
  _id: RED,
  username: 'shanjun',
  nickname: '山君',
  avatar: 'tiger.png',
  settings: { theme: 'default' },
};

/** Shows with what the page leads to another one. */
function Led() {
  const { pathname, search, state } = useLocation();
  return <output>{JSON.stringify({ to: pathname + search, state })}</output>;
}

async function show(...games: GameRecord[]): Promise<FakeHistory> {
  const history = fakeHistory(RED, games);
  const router = createMemoryRouter(
    [
      { path: '/history', element: <HistoryPage /> },
      { path: '*', element: <Led /> },
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

/** So many games, the last one played first. */
function many(count: number): GameRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const id = count - index;
    const players = {
      red: playerOf(RED, '山君', 'tiger.png'),
      blue: playerOf(BLUE, `对手${id}`, 'wolf.png'),
    };
    return recordOf({ id, changes: { players } });
  });
}

function cards(): string[] {
  return [...document.querySelectorAll('[role="article"]')].map((card) => card.ariaLabel ?? '');
}
function expectCards(...labels: string[]) {
  return expect.poll(cards).toEqual(labels);
}
function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}
function tab(name: string) {
  return page.getByRole('tab', { name });
}
function current() {
  return document.querySelector('[aria-current="page"]')?.textContent;
}
function lists(history: FakeHistory) {
  return history.asked.filter(({ call }) => call === 'GET /game-records').map(({ query }) => query);
}
function calls(history: FakeHistory, start: string) {
  return history.asked.filter(({ call }) => call.startsWith(start)).length;
}
async function expectBanner(type: string, text: string | RegExp) {
  await expect
    .poll(() => toastStore.getState().current)
    .toMatchObject({ type, text: typeof text === 'string' ? text : expect.stringMatching(text) });
}

beforeEach(async () => {
  await page.viewport(1024, 768);
  session.login({ access_token: 'mine', user: USER });
});
afterEach(() => {
  onlineManager.setOnline(true);
  answerConfirm(false);
  vi.restoreAllMocks();
  session.logout();
});

test('begins with all games, page 1, three of them, and how they went', async () => {
  const history = await show(
    recordOf({ id: 3 }),
    recordOf({ id: 2, winner: 2 }),
    localRecord({ id: 1, winner: 0, endReason: 'DRAW_AGREED' }),
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

test('a game against the computer shows the face of its level', async () => {
  const players = { red: playerOf(RED, '山君', 'tiger.png'), blue: playerOf(null, '功夫熊猫', 'rat.png') };
  await show(localRecord({ changes: { players, aiType: 'plain', aiLevel: 3 } }));
  await expectCards('山君 对 功夫熊猫');
  const card = document.querySelector('[role="article"]');
  const faces = [...card!.querySelectorAll('img')].map(({ src }) => src);
  expect(faces.some((src) => src.endsWith('/rat.png'))).toBe(false);
  expect(faces).toContain(new URL(opponentOf(3).src, location.href).href);
});

test('only unfinished games count as neither won nor lost', async () => {
  await show(localRecord({ winner: -1, endReason: 'NONE' }));
  await expect.element(page.getByText('共 1 局', { exact: true })).toBeVisible();
});

test('pages lead on and stop at the ends; the page before stays until the next has come', async () => {
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

test('filters by keyboard; another filter begins with its first page, favourites by twos', async () => {
  const favorites = [{ userId: RED, comment: '妙' }];
  const history = await show(
    ...many(4),
    ...[7, 8, 9].map((id) => localRecord({ id, changes: { favorites } })),
  );
  await button('下一页').click();
  await expect.poll(current).toBe('2');
  await tab('全部').click();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  await expect.element(tab('收藏')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => cards().length).toBe(2);
  expect(lists(history).at(-1)).toEqual({ page: '1', limit: '2', filter: 'favorites' });
  expect(current()).toBe('1');
  await tab('本地').click();
  await expect.poll(() => cards().length).toBe(3);
});

test('looks for an opponent a moment after the last key, and for a result; one press clears both', async () => {
  const history = await show(...many(12));
  await button('第 4 页').click();
  await expect.poll(current).toBe('4');
  const before = lists(history).length;
  await page.getByLabelText('按对手昵称查找').fill(' 对手3 ');
  await expectCards('山君 对 对手3');
  expect(lists(history).at(-1)).toEqual({ page: '1', limit: '3', filter: 'all', opponent: '对手3' });
  // Its first page at once, and then what is looked for.
  expect(lists(history).length - before).toBeLessThanOrEqual(2);
  await button('负').click();
  await expect.element(page.getByText('没有符合条件的对局')).toBeVisible();
  expect(lists(history).at(-1)).toMatchObject({ result: 'loss' });
  await button('清除条件').first().click();
  await expectCards('山君 对 对手12', '山君 对 对手11', '山君 对 对手10');
  await expect.element(page.getByLabelText('按对手昵称查找')).toHaveValue('');
});

test('adding a favourite asks for a comment, changing it keeps it, removing only removes', async () => {
  const history = await show(recordOf());
  await button('收藏').click();
  const dialog = page.getByRole('dialog', { name: '收藏这一局' });
  await dialog.getByLabelText('评语').fill('三步一气\n呵成');
  await expect.element(dialog.getByLabelText('评语')).toHaveValue('三步一气 呵成');
  await dialog.getByRole('button', { name: '收藏' }).click();
  await expectBanner('success', '已收藏');
  await expect.element(page.getByText('三步一气 呵成')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(history.asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    comment: '三步一气 呵成',
  });

  await page.getByRole('button', { name: /修改评语/ }).click();
  const field = page.getByLabelText('评语', { exact: true });
  await expect.element(field).toHaveValue('三步一气 呵成');
  await field.fill('好局');
  await userEvent.keyboard('{Enter}');
  await expectBanner('success', '评语已保存');
  await expect.element(page.getByText('好局')).toBeVisible();

  await button('取消收藏').click();
  await expectBanner('success', '已取消收藏');
  await expect.element(button('收藏')).toBeVisible();
  expect(confirmStore.getState().current).toBeNull();
});

test('a favourite that fails says so, and what was written stays', async () => {
  const history = await show(recordOf());
  history.refuse('POST', 'UNAVAILABLE');
  await button('收藏').click();
  await page.getByLabelText('评语', { exact: true }).fill('好局');
  await page.getByRole('dialog').getByRole('button', { name: '收藏' }).click();
  await expectBanner('error', /^收藏失败/);
  await expect.element(page.getByLabelText('评语', { exact: true })).toHaveValue('好局');
});

test('whose session has ended is asked to log in, and sees nothing of the games any more', async () => {
  const history = await show(recordOf({ changes: { favorites: [{ userId: RED, comment: '' }] } }));
  await expectCards('山君 对 苍狼');
  history.refuse('DELETE', 'UNAUTHORIZED');
  await button('取消收藏').click();
  await expectBanner('error', '请先登录');
  await expectCards();
});

test('a game of this device is deleted once one is sure; an emptied page gives way to the one before', async () => {
  const history = await show(...many(3), localRecord({ id: 20 }));
  await button('第 2 页').click();
  await expectCards('红方 对 蓝方');
  await button('删除').click();
  await expect.poll(() => confirmStore.getState().current).toMatchObject({ title: '删除这一局？' });
  answerConfirm(false);
  await button('删除').click();
  await expect.poll(() => confirmStore.getState().current).not.toBeNull();
  expect(calls(history, 'DELETE')).toBe(0);
  answerConfirm(true);
  await expectBanner('success', '已删除');
  await expectCards('山君 对 对手3', '山君 对 对手2', '山君 对 对手1');
  expect(calls(history, 'DELETE')).toBe(1);
  await expect.element(button('删除')).not.toBeInTheDocument();
});

test('a game that could not be deleted is still there', async () => {
  const history = await show(localRecord());
  history.refuse('DELETE', 'INTERNAL');
  vi.spyOn(session, 'logout').mockImplementation(() => {});
  await button('删除').click();
  await expect.poll(() => confirmStore.getState().current).not.toBeNull();
  answerConfirm(true);
  await expectBanner('error', '删除失败，请重试');
  await expectCards('红方 对 蓝方');
});

test('two presses are one call', async () => {
  const history = await show(recordOf({ changes: { favorites: [{ userId: RED, comment: '' }] } }));
  await expectCards('山君 对 苍狼');
  const { promise, resolve } = Promise.withResolvers<void>();
  history.hold(promise);
  await button('取消收藏').dblClick();
  resolve();
  await expect.element(button('收藏')).toBeVisible();
  expect(calls(history, 'DELETE')).toBe(1);
});

test('the link is made once one knows who can use it, and copied; where that fails it stands ready', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const link = `${window.location.origin}/analysis?shared=${SHARE}`;
  const history = await show(recordOf());
  await button('分享').click();
  await expect.element(page.getByText(/拿到链接的人都能看/)).toBeVisible();
  expect(calls(history, 'POST')).toBe(0);
  await button('生成并复制链接').click();
  await expectBanner('success', '分享链接已复制');
  expect(write).toHaveBeenCalledWith(link);
  write.mockRejectedValue(new Error('not allowed'));
  await button('复制链接').click();
  await expectBanner('error', '复制失败，请手动复制');
  const field = page.getByLabelText('分享链接');
  await expect.element(field).toHaveValue(link);
  await expect.element(field).toHaveFocus();
  expect(calls(history, 'POST')).toBe(1);
});

test('the replay gets the game along', async () => {
  const record = recordOf();
  await show(record);
  await page.getByRole('link', { name: '复盘' }).click();
  const led = JSON.parse(document.querySelector('output')?.textContent ?? '');
  expect(led).toEqual({ to: `/analysis?record=${record._id}`, state: { record, review: true } });
});

test('one game is copied as text and downloaded as text or JSON', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await show(recordOf());
  for (const name of ['复制棋谱文本', '下载文本', '下载 JSON']) {
    await button('导出').click();
    await page.getByRole('menuitem', { name }).click();
  }
  expect(write.mock.lastCall?.[0]).toContain('[Red "山君"]');
  expect(saved).toEqual(['斗兽棋-2026-11-19-山君-苍狼.txt', '斗兽棋-2026-11-19-山君-苍狼.json']);
});

test('all games are taken part after part into one file; a break loses nothing', async () => {
  const files: { name: string; text: Promise<string> }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.at(-1)!.text() });
  });
  const history = await show(...many(230));
  await button('导出全部').click();
  const dialog = page.getByRole('dialog', { name: '导出全部对局' });
  const exports = 'GET /game-records/export';
  history.refuse(exports, 'UNAVAILABLE');
  await dialog.getByRole('button', { name: '下载 JSON' }).click();
  await expect.element(page.getByText('导出失败，请重试')).toBeVisible();
  history.refuse(exports, null);
  history.refuseAfter(exports, 1);
  await button('继续导出').click();
  await expect.element(page.getByText('导出中断了，已有 100 局，可以接着导出。')).toBeVisible();
  expect(files).toEqual([]);
  history.refuse(exports, null);
  await button('继续导出').click();
  await expectBanner('success', '已导出 230 局');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(files).toHaveLength(1);
  expect(files[0]?.name).toMatch(/^斗兽棋-\d{4}-\d\d-\d\d-全部棋谱\.json$/);
  const { games } = JSON.parse((await files[0]?.text) ?? '');
  expect(games.map(({ _id }: GameRecord) => _id)).toEqual(history.records.map(({ _id }) => _id));
});

test('an export that is cancelled asks no more and saves nothing', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const history = await show(...many(230));
  await button('导出全部').click();
  const { promise, resolve } = Promise.withResolvers<void>();
  history.hold(promise);
  await button('下载文本').click();
  await expect.element(page.getByText('已导出 0 / 230 局')).toBeVisible();
  await button('取消').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  resolve();
  await expect.poll(() => calls(history, 'GET /game-records/export')).toBe(1);
  expect(click).not.toHaveBeenCalled();
});

test('the filter of rated games shows them with what they brought', async () => {
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

test('games that cannot be had: says so, and asks again when told to', async () => {
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

test('without a network says so, keeps what there is, and goes on by itself', async () => {
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
])('nothing is wider than %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const long = { red: playerOf(RED, '山中大王不吃草只吃瓜', ''), blue: playerOf(BLUE, 'WWWWWWWWWWWW', '') };
  const favorites = [{ userId: RED, comment: '妙'.repeat(200) }];
  await show(...many(300).slice(0, 290), localRecord({ changes: { players: long, favorites } }));
  await button('第 97 页').click();
  await expect.poll(() => cards().at(-1)).toBe('山中大王不吃草只吃瓜 对 WWWWWWWWWWWW');
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBe(clientWidth);
});
