import { LOBBY_LINES, type LobbyMessage } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { letterOf } from '../../../../test/letters.ts';
import { Providers } from '../../../../test/Providers.tsx';
import { answerBy, answerCalls, refusal } from '../../../../test/server.ts';
import { ME } from '../../../../test/users.ts';
import { letterStore, NO_LETTERS } from '../../../client/sanctions.ts';
import { session } from '../../../client/session.ts';
import { COLLAPSED_KEY } from './collapse.ts';
import LobbyPanel from './LobbyPanel.tsx';

function said(n: number, content: string): LobbyMessage {
  const _id = n.toString(16).padStart(24, '0');
  return { _id, userId: 'b'.repeat(24), nickname: '山君', avatar: 'tiger.png', content, timestamp: n };
}
function lobby(...messages: LobbyMessage[]) {
  return answerCalls({
    'GET /lobby/messages': messages.toReversed(),
    'GET /games/rooms/8K2F7Q': { status: 'waiting', players: ['x'] },
    'GET /games/rooms/ABCDEF': { status: 'playing', players: ['x', 'y'] },
    'GET /games/rooms/KKKKKK': { status: 'draw', players: ['x', 'y'] },
    'GET /games/rooms/ZZZZZZ': refusal('ROOM_NOT_FOUND'),
    'GET /users/online': { count: 128 },
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('loads a mentioned room only when the pointer comes near', async () => {
  const asked = lobby(
    said(1, '房间号 8K2F7Q'),
    said(2, 'ABCDEF 快看'),
    said(3, 'KKKKKK 下完了'),
    said(4, 'ZZZZZZ 没有这间'),
  );
  const roomRequests = () =>
    asked.map(({ call }) => call).filter((call) => call.startsWith('GET /games/rooms'));
  await render(<LobbyPanel />, { wrapper: Providers });
  await expect.element(page.getByText('128 人在线')).toBeVisible();
  const door = (name: string) => page.getByRole('log').getByRole('link', { name });
  await expect.element(door('房间 8K2F7Q')).toHaveAttribute('href', '/play/room/8K2F7Q');
  expect(roomRequests()).toEqual([]);
  await door('房间 8K2F7Q').hover();
  await expect.element(door('加入 8K2F7Q')).toBeVisible();
  await door('房间 ABCDEF').hover();
  await expect.element(door('观战 ABCDEF')).toBeVisible();
  await door('房间 KKKKKK').hover();
  await expect.element(door('房间 KKKKKK 已散')).toBeVisible();
  (door('房间 ZZZZZZ').element() as HTMLElement).focus();
  await expect.element(door('房间 ZZZZZZ 已散')).toBeVisible();
  expect(roomRequests()).toHaveLength(4);
});

describe('older messages', () => {
  /** A server with `size` messages in pages, newest first. `fails`: number of refused requests for older messages. */
  function longTalk(size: number, fails = 0) {
    const all = Array.from({ length: size }, (_, n) => said(n + 1, `第 ${n + 1} 句`));
    let refusals = fails;
    return answerBy(({ call, query: { before } }) => {
      if (call !== 'GET /lobby/messages') return undefined;
      if (before !== undefined && refusals-- > 0) return refusal('UNAVAILABLE');
      const until = all.filter(({ timestamp }) => timestamp <= Number(before ?? size));
      return until.slice(-LOBBY_LINES).toReversed();
    });
  }
  const list = () => page.getByRole('log').element() as HTMLElement;
  const topOf = (content: string) =>
    page.getByText(content, { exact: true }).element().getBoundingClientRect().top;
  function scrollUp() {
    list().scrollTop = 40;
    return topOf('第 71 句');
  }

  test('are loaded on scrolling up without moving the visible ones', async () => {
    const asked = longTalk(120);
    await render(<LobbyPanel />, { wrapper: Providers });
    await expect.element(page.getByText('第 120 句')).toBeVisible();
    expect(page.getByText('第 70 句', { exact: true }).elements()).toEqual([]);
    const before = scrollUp();
    await expect.element(page.getByText('第 22 句', { exact: true })).toBeInTheDocument();
    expect(Math.abs(topOf('第 71 句') - before)).toBeLessThan(2);
    list().scrollTop = 0;
    await expect.element(page.getByText('第 1 句', { exact: true })).toBeInTheDocument();
    const pages = asked.filter(({ query }) => query.before !== undefined);
    expect(pages.map(({ query }) => query.before)).toEqual(['71', '22']);
    list().scrollTop = 0;
    await expect.element(page.getByText('第 1 句', { exact: true })).toBeVisible();
    expect(asked.filter(({ query }) => query.before !== undefined)).toHaveLength(2);
  });

  test('can be requested by a press after a failure', async () => {
    longTalk(60, 1);
    await render(<LobbyPanel />, { wrapper: Providers });
    await expect.element(page.getByText('第 60 句')).toBeVisible();
    list().scrollTop = 0;
    await page.getByRole('button', { name: '重试' }).click();
    await expect.element(page.getByText('第 1 句', { exact: true })).toBeInTheDocument();
    expect(page.getByRole('button', { name: '重试' }).elements()).toEqual([]);
  });
});

test('the closed lobby of a phone shows the number of unread messages', async () => {
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

test('a refused line of a muted member asks for the letters, which take the place of the input', async () => {
  localStorage.setItem(COLLAPSED_KEY, 'false');
  session.login({ access_token: 'mine', user: ME });
  answerCalls({ 'GET /lobby/messages': [], 'POST /lobby/message': refusal('MUTED') });
  await render(<LobbyPanel />, { wrapper: Providers });
  const input = page.getByPlaceholder('和山里的朋友说句话…');
  await input.fill('你好');
  await page.getByRole('button', { name: '发送' }).click();
  await expect.poll(() => letterStore.getState().isStale).toBe(true);
  await expect.element(input).toHaveValue('你好');
  letterStore.setState({ letters: [letterOf({}, Date.now())], now: Date.now() });
  await expect.element(page.getByRole('link', { name: '为什么' })).toBeVisible();
  await expect.element(input).not.toBeInTheDocument();
  letterStore.setState(NO_LETTERS);
  session.logout();
});
