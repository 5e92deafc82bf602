import type { RoomHeader } from '@doushouqi/protocol';
import { roomOfSnapshot } from '@doushouqi/room-client';
import { RED, snapshotOf } from '@doushouqi/room-client/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { FriendLink } from './FriendLink.tsx';

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  session.logout();
});

const onSit = vi.fn();
const onWatch = vi.fn();
beforeEach(() => {
  onSit.mockClear();
  onWatch.mockClear();
});

const TABLE = { color: 'red', undo: true, spectators: true, start: null } as const;

interface Scene {
  header?: Partial<RoomHeader>;
  isOnline?: boolean;
  nickname?: string;
  isWatching?: boolean;
}

function show({ header = {}, isOnline = true, nickname = '老王', isWatching = false }: Scene = {}) {
  answerCalls({ [`GET /users/${RED}`]: { _id: RED, nickname, avatar: 'tiger.png', isOnline, friends: [] } });
  const waiting: Partial<RoomHeader> = {
    gameId: null,
    players: [RED],
    status: 'waiting',
    lastMoveTime: null,
  };
  const room = roomOfSnapshot(snapshotOf(1, [], { ...waiting, ...header }));
  if (!room) throw new Error('no such room');
  return render(<FriendLink {...{ room, onSit, onWatch, isWatching }} />, { wrapper: Providers });
}

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

test('says who invites and by which rules, and offers the seat and to watch', async () => {
  await show();
  await expect.element(page.getByRole('heading', { name: '老王邀你下一局' })).toBeVisible();
  for (const chip of ['5+3', '你执蓝', '可以悔棋'])
    await expect.element(page.getByText(chip, { exact: true })).toBeVisible();
  await expect.element(page.getByText('不用注册。老王在线，坐下就开局。')).toBeVisible();
  await button('入座').click();
  await button('看这一局').click();
  expect([onSit.mock.calls.length, onWatch.mock.calls.length]).toEqual([1, 1]);
  // The number of the room and the menu are for those who know the site.
  expect(page.getByText('R1').elements()).toEqual([]);
});

test('says that the inviter is away; a member reads nothing about accounts', async () => {
  session.login({ access_token: 'mine', user: ME });
  await show({ isOnline: false });
  await expect.element(page.getByText('老王走开了，入座后叫他。', { exact: true })).toBeVisible();
});

test('shows the days for each move of a correspondence game', async () => {
  await show({ header: { timeControl: null, daysPerMove: 3, table: { ...TABLE, color: 'random' } } });
  for (const text of ['3 天一步', '开局时抽签', '不用注册。没有钟，每步最多 3 天。'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

test('a room without spectators can only be entered', async () => {
  await show({ header: { table: { ...TABLE, spectators: false } } });
  await expect.element(button('入座')).toBeVisible();
  expect(button('看这一局').elements()).toEqual([]);
});

test('a spectator waits for the game, and may still take the seat', async () => {
  await show({ isWatching: true });
  await expect.element(page.getByText('等对手入座，开局就能看')).toBeVisible();
  await expect.element(button('入座')).toBeVisible();
  expect(button('看这一局').elements()).toEqual([]);
});

test('says that the seat was taken, and offers to watch and an own room', async () => {
  await show({ header: { status: 'playing', players: [RED, 'd'.repeat(24)], gameId: 'g1' } });
  await expect.element(page.getByRole('heading', { name: '这一局已经有人坐了' })).toBeVisible();
  expect(button('入座').elements()).toEqual([]);
  await button('看这一局').click();
  expect(onWatch).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('link', { name: '自己开一局' })).toHaveAttribute('href', '/play/room');
});

test('opens the four rules over the page', async () => {
  await show();
  await page.getByRole('button', { name: /没下过/ }).click();
  const dialog = page.getByRole('dialog', { name: '四条规矩' });
  expect(dialog.getByRole('listitem').elements()).toHaveLength(4);
});

test.each([
  [320, 568],
  [390, 844],
  [768, 1024],
  [1440, 900],
])('the longest name fits into %i × %i, and the seat is in sight', async (width, height) => {
  await page.viewport(width, height);
  await show({ nickname: '骑着大象过河的小老鼠米粒' });
  await expect.element(button('入座')).toBeVisible();
  expect(button('入座').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  expect(document.documentElement.scrollWidth).toBe(width);
});
