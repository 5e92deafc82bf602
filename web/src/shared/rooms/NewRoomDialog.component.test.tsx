import type { RoomWish } from '@doushouqi/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { correspondenceGame } from '../../../test/correspondence.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import NewRoomDialog from './NewRoomDialog.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  session.logout();
  // Other test files share the storage.
  localStorage.removeItem('hasGames');
  localStorage.removeItem('newRoom');
});

async function open(
  from?: { fen: string; turn: 'red' | 'blue' },
  isCorrespondence = false,
): Promise<RoomWish[]> {
  const wishes: RoomWish[] = [];
  await render(
    <NewRoomDialog
      onClose={() => {}}
      onCreate={(wish) => wishes.push(wish)}
      from={from}
      isCorrespondence={isCorrespondence}
    />,
    { wrapper: Providers },
  );
  return wishes;
}

function choose(name: string) {
  return page.getByRole('radio', { name, exact: true });
}
function submit() {
  return page.getByRole('button', { name: '建房间' }).click();
}

const USUAL = { color: 'red', undo: true, spectators: true };

test('one press opens a room with the usual choices', async () => {
  const wishes = await open();
  await submit();
  expect(wishes).toEqual([{ timeControl: { initial: 5, increment: 3 }, ...USUAL }]);
});

test('sends color, days for each move, undo and spectators, and remembers them', async () => {
  const wishes = await open();
  await choose('蓝方 · 后走').click();
  await choose('7 天一步').click();
  await expect.element(page.getByText(/^没有钟，每步最多 7 天，超时判负/)).toBeVisible();
  await page.getByRole('switch', { name: '可以悔棋' }).click();
  await page.getByRole('switch', { name: '可以观战' }).click();
  await submit();
  const wish = { timeControl: null, daysPerMove: 7, color: 'blue', undo: false, spectators: false };
  expect(wishes).toEqual([wish]);
  const next = await open();
  await page.getByRole('button', { name: '建房间' }).last().click();
  expect(next).toEqual([wish]);
});

test('an own clock has from 1 to 60 minutes and from 0 to 60 seconds', async () => {
  const wishes = await open();
  await choose('自己定').click();
  const minutes = page.getByRole('spinbutton', { name: '每方几分钟' });
  const seconds = page.getByRole('spinbutton', { name: '每步加几秒' });
  await page.getByRole('button', { name: '多一分钟' }).click();
  await page.getByRole('button', { name: '少加一秒' }).click();
  await submit();
  await minutes.fill('1');
  await seconds.fill('0');
  await expect.element(page.getByRole('button', { name: '少一分钟' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: '少加一秒' })).toBeDisabled();
  await submit();
  await minutes.fill('99');
  (seconds.element() as HTMLElement).focus();
  for (let i = 0; i < 3; i++) await userEvent.keyboard('{ArrowUp}');
  await submit();
  expect(wishes.map(({ timeControl }) => timeControl)).toEqual([
    { initial: 21, increment: 9 },
    { initial: 1, increment: 0 },
    { initial: 60, increment: 3 },
  ]);
});

test('states the position that the game starts from, and sends it', async () => {
  const fen = '7/7/3r3/7/7/7/7/3R3/7 b';
  const wishes = await open({ fen, turn: 'blue' });
  await expect.element(page.getByText(/从当前局面开局，蓝方先走/)).toBeVisible();
  await expect.element(choose('蓝方 · 先走')).toBeInTheDocument();
  await submit();
  expect(wishes).toMatchObject([{ start: fen }]);
});

test('refuses days for each move with the reason while the user has as many games as allowed', async () => {
  session.login({ access_token: 'mine', user: ME });
  const games = Array.from({ length: 10 }, (_, n) => correspondenceGame({ roomId: `R${n}` }));
  answerCalls({ 'GET /games/correspondence': { games, most: 10 } });
  const wishes = await open(undefined, true);
  await expect.element(page.getByText('满 10 盘了，下完一盘再开')).toBeVisible();
  await expect.element(choose('1 天一步')).toBeDisabled();
  await expect.element(page.getByRole('button', { name: '建房间' })).toBeDisabled();
  await choose('10+5').click();
  await submit();
  expect(wishes).toMatchObject([{ timeControl: { initial: 10, increment: 5 } }]);
});

test.each([
  [320, 568],
  [390, 844],
  [768, 1024],
  [1440, 900],
])('shows the button and fits into %i × %i', async (width, height) => {
  await page.viewport(width, height);
  await open();
  await choose('自己定').click();
  const button = page.getByRole('button', { name: '建房间' });
  await expect.poll(() => button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  expect(document.documentElement.scrollWidth).toBe(width);
});

test('an own clock fits a window of 320 px', async () => {
  await page.viewport(320, 568);
  await open();
  await choose('自己定').click();
  for (const more of page.getByRole('button', { name: /^多/ }).elements())
    expect(more.getBoundingClientRect().right).toBeLessThanOrEqual(304);
});
