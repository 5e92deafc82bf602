import type { LobbyMessage } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { COLLAPSED_KEY } from './collapse.ts';
import LobbyPanel from './LobbyPanel.tsx';

function said(n: number, content: string): LobbyMessage {
  const _id = n.toString(16).padStart(24, '0');
  return { _id, userId: 'b'.repeat(24), nickname: '山君', avatar: 'tiger.png', content, timestamp: n };
}
function lobby(...messages: LobbyMessage[]) {
  answerCalls({
    'GET /lobby/messages': messages.toReversed(),
    'GET /games/rooms/8K2F7Q': { status: 'waiting', players: ['x'] },
    'GET /games/rooms/ABCDEF': { status: 'playing', players: ['x', 'y'] },
    'GET /games/rooms/KKKKKK': { status: 'draw', players: ['x', 'y'] },
    'GET /users/online': { count: 128 },
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('a room that is named and that one can enter has a door: to play, or to watch', async () => {
  lobby(
    said(1, '房间号 8K2F7Q'),
    said(2, 'ABCDEF 快看'),
    said(3, 'KKKKKK 下完了'),
    said(4, 'ZZZZZZ 没有这间'),
  );
  await render(<LobbyPanel />, { wrapper: Providers });
  const join = page.getByRole('link', { name: '加入 8K2F7Q' });
  await expect.element(join).toHaveAttribute('href', '/play/room/8K2F7Q');
  await expect.element(page.getByRole('link', { name: '观战 ABCDEF' })).toBeVisible();
  expect(page.getByRole('log').getByRole('link').elements()).toHaveLength(2);
  await expect.element(page.getByText('128 人在线')).toBeVisible();
});

test('the closed lobby of a phone says how much was said since it was open', async () => {
  await page.viewport(390, 844);
  localStorage.setItem('lobbyRead', '2');
  lobby(said(1, '一'), said(2, '二'), said(3, '三'), said(4, '四'));
  await render(<LobbyPanel />, { wrapper: Providers });
  await page.getByRole('button', { name: /打开大厅.*2 条新消息/ }).click();
  await expect.element(page.getByText('四')).toBeVisible();
  await page.getByRole('button', { name: '收起大厅' }).click();
  await expect.element(page.getByRole('button', { name: '打开大厅', exact: true })).toBeVisible();
  expect(localStorage.getItem(COLLAPSED_KEY)).toBe('true');
});
