import type { RoomHeader } from '@doushouqi/protocol';
import { BLUE, OPENING, RED } from '@doushouqi/room-client/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { correspondenceGame } from '../../../test/correspondence.ts';
import { board, boxOf, isInside } from '../../../test/layout.ts';
import { showRoom } from '../../../test/RoomOnScreen.tsx';
import { answerCalls } from '../../../test/server.ts';
import { clickMove } from '../../../test/tables.tsx';
import { ME } from '../../../test/users.ts';
import { currentRoom } from '../../client/current-room.ts';
import { session } from '../../client/session.ts';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';

const HOUR = 3_600_000;
/** The server's time at the start of each test, as `showRoom` reports it. */
const NOW = 2_000;

const DAYS: Partial<RoomHeader> = {
  timeControl: null,
  daysPerMove: 3,
  moveDeadline: NOW + 55.5 * HOUR,
  lastMoveTime: null,
};

beforeEach(() => {
  session.login({ access_token: 'mine', user: ME });
  answerCalls({ 'GET /games/correspondence': { games: [], most: 10 } });
  return page.viewport(390, 844);
});
afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
  // Other test files share the storage.
  localStorage.removeItem('hasGames');
  localStorage.removeItem('listedGames');
});

describe('a running correspondence game', () => {
  test('on the own turn shows the chip, the time left in words and that leaving costs nothing', async () => {
    await showRoom({ header: DAYS });
    await expect.element(page.getByText('轮到你', { exact: true })).toBeVisible();
    const plate = page.getByRole('timer');
    await expect.element(plate.getByText('2 天 7 小时')).toBeVisible();
    expect(getComputedStyle(plate.element(), '::after').backgroundColor).toBe('rgb(255, 227, 166)');
    await expect.element(page.getByText('走完就可以离开，轮到你时叫你。')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: '通信棋' })).toBeVisible();
    await expect.element(page.getByText('3 天一步')).toBeVisible();
  });

  test('on the other turn has no plate, and says how long the opponent has', async () => {
    await showRoom({ header: DAYS, moves: OPENING.slice(0, 1) });
    await expect.element(page.getByText('走好了，等对方。还剩 2 天 7 小时。')).toBeVisible();
    expect(page.getByRole('timer').elements()).toEqual([]);
    expect(page.getByText('轮到你', { exact: true }).elements()).toEqual([]);
  });

  test('shows when the opponent was last there, and no countdown to a loss', async () => {
    const { set } = await showRoom({ header: DAYS });
    await expect.element(page.getByText('在线', { exact: true }).last()).toBeVisible();
    set({ offlineSince: { red: null, blue: NOW - 60_000 } });
    await expect.element(page.getByText(/^上次来/)).toBeVisible();
    expect(page.getByText(/已离线/).elements()).toEqual([]);
  });

  test('asks before each move, and names it', async () => {
    const { set } = await showRoom({ header: DAYS });
    await clickMove('a1b1');
    await expect.element(page.getByText('走 虎 A1→B1？')).toBeVisible();
    await page.getByRole('button', { name: '再想想' }).click();
    await expect.element(page.getByRole('button', { name: '就走这步' })).not.toBeInTheDocument();
    set({ moveDeadline: NOW + 72 * HOUR });
    await clickMove('a1b1');
    await expect.element(page.getByRole('button', { name: '就走这步' })).toBeVisible();
  });

  test('is left without a question, and without the call that would resign', async () => {
    const { router } = await showRoom({ header: DAYS });
    await render(<ConfirmHost />);
    await page.getByRole('button', { name: '返回' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/play');
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
  });

  test('leads to the next game that waits, and counts them', async () => {
    const games = [
      correspondenceGame(),
      correspondenceGame({ roomId: 'R2' }),
      correspondenceGame({ roomId: 'R3' }),
    ];
    answerCalls({ 'GET /games/correspondence': { games, most: 10 } });
    const { router } = await showRoom({ header: DAYS });
    const next = page.getByRole('button', { name: /^下一盘/ });
    await expect.element(next.getByText('2', { exact: true }).first()).toBeVisible();
    await next.click();
    await expect.poll(() => router.state.location.pathname).toBe('/play/room/R2');
  });

  test('without another game the button is disabled, in the place of 重开', async () => {
    await showRoom({ header: DAYS });
    await expect.element(page.getByRole('button', { name: '下一盘' })).toBeDisabled();
    expect(page.getByRole('button', { name: '重开' }).elements()).toEqual([]);
  });

  test('a spectator reads whose time it is', async () => {
    await showRoom({ userId: 'c'.repeat(24), header: { ...DAYS, spectators: ['c'.repeat(24)] } });
    await expect.element(page.getByText('红方还剩 2 天 7 小时。')).toBeVisible();
  });
});

describe('the end of a correspondence game', () => {
  const listed = () => localStorage.getItem('listedGames') ?? '';

  test('is no news later for a player who sees it in a visible window', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { set } = await showRoom({ header: DAYS });
    await expect.element(page.getByText('走完就可以离开，轮到你时叫你。')).toBeVisible();
    set({ status: 'over', winner: 'blue', endReason: 'SURRENDER', moveDeadline: null });
    await expect.element(page.getByText('走完就可以离开，轮到你时叫你。')).not.toBeInTheDocument();
    expect(listed()).not.toContain('-1');
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(listed).toContain(':-1');
  });
});

test.each([
  [320, 568],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1440, 900],
])('a correspondence game fits into %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await showRoom({ header: { ...DAYS, offlineSince: { red: null, blue: NOW - 60_000 } } });
  for (const text of ['2 天 7 小时', /^上次来/]) await expect.element(page.getByText(text)).toBeVisible();
  expect(isInside(board())).toBe(true);
  for (const text of ['2 天 7 小时', /^上次来/])
    expect(isInside(boxOf(page.getByText(text).element()))).toBe(true);
  const { scrollWidth, scrollHeight } = document.documentElement;
  expect([scrollWidth, scrollHeight]).toEqual([width, height]);
});

describe('a waiting room of a correspondence game', () => {
  const waiting: Partial<RoomHeader> = {
    ...DAYS,
    moveDeadline: null,
    gameId: null,
    players: [RED],
    status: 'waiting',
  };

  test('stays when its creator leaves', async () => {
    const { router } = await showRoom({ header: waiting });
    await page.getByRole('button', { name: '离开，房间先留着' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/play');
  });

  test('can be closed', async () => {
    await showRoom({ header: waiting });
    await expect.element(page.getByRole('button', { name: '不等了，关掉房间' })).toBeVisible();
  });
});

test('other users see in a bar without a clock no chip of the turn', async () => {
  await showRoom({ userId: BLUE, header: DAYS });
  await expect.element(page.getByText('走好了，等对方。还剩 2 天 7 小时。')).toBeVisible();
  expect(page.getByText('轮到你', { exact: true }).elements()).toEqual([]);
  expect(currentRoom.getState().playing).toBe(false);
});
