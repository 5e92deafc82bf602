import { assignedRoom } from '@doushouqi/protocol';
import { BLUE, RED } from '@doushouqi/room-client/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { showRoom } from '../../../test/RoomOnScreen.tsx';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';
import { NoRoom } from './NoRoom.tsx';

/** The table of a game of a tournament. */

const OF_SWISS = { kind: 'swiss', context: 'tournament:t1' } as const;
const OVER = { ...OF_SWISS, status: 'over', winner: 'red', endReason: 'SURRENDER' } as const;

async function showTable(scene: Parameters<typeof showRoom>[0]) {
  const shown = await showRoom({ leave: () => Promise.resolve(), ...scene });
  shown.queries.setQueryData(['tournament-name', 't1'], '小雪杯');
  return shown;
}

beforeEach(() => page.viewport(1440, 900));
afterEach(() => localStorage.clear());

test('names the tournament with a link, and has no undo and no new game', async () => {
  await showTable({ header: { ...OF_SWISS, lastMoveTime: 1e9 } });
  const name = page.getByRole('heading', { level: 1 }).getByRole('link', { name: '小雪杯' });
  await expect.element(name).toHaveAttribute('href', '/tournament/t1');
  await expect.element(page.getByText(/你先走/)).toBeVisible();
  for (const label of ['悔棋', '重开'])
    expect(page.getByRole('button', { name: label }).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: '认输' })).toBeVisible();
});

test('leaving before the first move loses the game, which the question says', async () => {
  await render(<ConfirmHost />);
  await showTable({ header: { ...OF_SWISS, lastMoveTime: 1e9 } });
  await page.getByRole('button', { name: '返回' }).click();
  await expect.element(page.getByRole('alertdialog', { name: '离开即认输' })).toBeVisible();
});

test.each([
  ['a player', RED],
  ['a spectator', null],
])('the result leads %s back to the tournament, and offers no other game', async (_, userId) => {
  const { router } = await showTable({ header: OVER, userId });
  const dialog = page.getByRole('dialog', { name: '对局结果' });
  await expect.element(dialog).toBeVisible();
  for (const label of [/再来一局/, /换对手/, /离开/])
    expect(dialog.getByRole('button', { name: label }).elements()).toEqual([]);
  await dialog.getByRole('button', { name: '回到比赛' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/tournament/t1');
});

test.each([
  ['the absent player', RED, '你输了', '你 20 秒内没走第一步，本局判负'],
  ['the opponent', BLUE, '你赢了', '对方没走第一步，本局判你胜'],
])('a game without a first move is lost: to %s', async (_, userId, title, text) => {
  const timeLeft = { red: 280_000, blue: 300_000 };
  await showTable({ header: { ...OF_SWISS, status: 'aborted', abortedBy: RED, timeLeft }, userId });
  const dialog = page.getByRole('dialog', { name: '对局结果' });
  await expect.element(dialog.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(dialog.getByText(text)).toBeVisible();
});

test.each([
  [390, 844],
  [320, 568],
])('the header fits: %i × %i', async (width, height) => {
  await page.viewport(width, height);
  const { queries } = await showTable({ header: OF_SWISS });
  queries.setQueryData(['tournament-name', 't1'], '长安西市铜钱巷斗兽棋月末大擂台');
  await expect.element(page.getByRole('link', { name: /^长安/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
});

test('a table that is not there cannot be opened', async () => {
  const room = { roomId: assignedRoom('gone'), why: 'unknown', onCreate: () => undefined } as const;
  await render(<NoRoom {...room} />, { wrapper: Providers });
  await expect.element(page.getByRole('link', { name: '返回对弈' })).toHaveAttribute('href', '/play');
  expect(page.getByRole('button').elements()).toEqual([]);
});
