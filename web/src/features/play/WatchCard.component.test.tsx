import type { RouteReply, Routes } from '@doushouqi/protocol';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy, refusal } from '../../../test/server.ts';
import WatchCard from './WatchCard.tsx';
import WatchPage from './WatchPage.tsx';

type Reply = RouteReply<Routes['listWatchableGames']>;

function player(n: number, nickname: string) {
  return { _id: String(n).padStart(24, '0'), nickname, avatar: 'tiger.png' };
}
const GAME = {
  roomId: 'room-1',
  initial: 5,
  increment: 3,
  red: player(1, '狮子不吃草'),
  blue: player(2, '象牙塔'),
  record: '000090',
};
const ONE: Reply = { games: [GAME], total: 1 };

let reply: Reply | undefined;
const userRating = { rating: 1_700, games: 30, level: { order: 16, id: 'tiger-1' } };

function show(place: 'menu' | 'page') {
  answerBy(({ call, query }) => {
    if (call === 'GET /pairing/games')
      return reply ? { ...reply, games: reply.games.slice(0, Number(query.limit)) } : refusal('UNAVAILABLE');
    if (call === 'GET /ratings')
      return {
        ratings: query.ids!.split(',').map((userId) => ({ userId, fast: userRating, slow: userRating })),
      };
    return undefined;
  });
  return render(place === 'menu' ? <WatchCard /> : <WatchPage />, { wrapper: Providers });
}

afterEach(async () => {
  await cleanup();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
});

test('a running game links to its room, and shows the players and their levels', async () => {
  reply = ONE;
  await show('menu');
  const game = page.getByRole('link', { name: '观战：狮子不吃草（红）对象牙塔（蓝），5+3，第 1 回合' });
  await expect.element(game).toHaveAttribute('href', '/play/room/room-1');
  await expect.element(game.getByAltText('虎一阶').first()).toBeVisible();
  await expect.element(page.getByRole('link', { name: '全部 1 局' })).toHaveAttribute('href', '/watch');
});

test('shows that no game runs, without a link', async () => {
  reply = { games: [], total: 0 };
  await show('menu');
  await expect.element(page.getByText('现在没有排位对局')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});

test('failed requests can be repeated', async () => {
  reply = undefined;
  await show('menu');
  const again = page.getByRole('button', { name: '现在重试' });
  await expect.element(again).toBeVisible();
  reply = ONE;
  await again.click();
  await expect.element(page.getByRole('link', { name: /^观战：狮子不吃草/ })).toBeVisible();
});

test('shows that games are loading, and without a network that there is none', async () => {
  answerBy(() => new Promise(() => undefined));
  await render(<WatchCard />, { wrapper: Providers });
  await expect.element(page.getByRole('status', { name: '正在加载' })).toBeInTheDocument();
  await cleanup();
  onlineManager.setOnline(false);
  await show('menu');
  await expect.element(page.getByText('网络已断开，恢复后会自动再试。')).toBeVisible();
});

test('the page of all games shows how many more there are', async () => {
  reply = {
    games: Array.from({ length: 12 }, (_, n) => ({ ...GAME, roomId: `room-${n}` })),
    total: 41,
  };
  await show('page');
  await expect.element(page.getByText('41 局排位正在下，这里是棋力最高的 10 局')).toBeVisible();
  expect(page.getByRole('link', { name: /^观战/ }).elements()).toHaveLength(10);
});

test('the page of all games links to the pools when there is none', async () => {
  reply = { games: [], total: 0 };
  await show('page');
  await expect.element(page.getByRole('link', { name: '去找对手' })).toHaveAttribute('href', '/play');
});
