import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { correspondenceGame, waitingRoom } from '../../../test/correspondence.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import TurnTitle from '../../shared/correspondence/TurnTitle.tsx';
import TurnSlip from './TurnSlip.tsx';

beforeEach(() => session.login({ access_token: 'mine', user: ME }));
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  session.logout();
  // Other test files share the storage.
  localStorage.removeItem('hasGames');
});

const TWO = [
  correspondenceGame(),
  correspondenceGame({ roomId: 'R2' }),
  correspondenceGame({ roomId: 'R3', isMyTurn: false }),
];

test('leads to the game with the least time, and counts the others that wait', async () => {
  answerCalls({ 'GET /games/correspondence': { games: TWO, most: 10 } });
  await render(<TurnSlip>other</TurnSlip>, { wrapper: Providers });
  const slip = page.getByRole('link', { name: /轮到你.*三花 在等.*9 小时.*另有 1 盘/ });
  await expect.element(slip).toHaveAttribute('href', '/play/room/R1');
  await expect.element(page.getByText('other')).not.toBeInTheDocument();
});

test('gives way to another slip while no game waits', async () => {
  const games = [correspondenceGame({ isMyTurn: false }), waitingRoom('R2')];
  answerCalls({ 'GET /games/correspondence': { games, most: 10 } });
  await render(<TurnSlip>other</TurnSlip>, { wrapper: Providers });
  await expect.element(page.getByText('other')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});

test('the title of a hidden window says how many games wait', async () => {
  answerCalls({ 'GET /games/correspondence': { games: TWO, most: 10 } });
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const before = document.title;
  await render(<TurnTitle />, { wrapper: Providers });
  await expect.poll(() => document.title).toBe('(2) 轮到你');
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => document.title).toBe(before);
});

test.each([320, 390, 1440])('a long name fits into %i px', async (width) => {
  await page.viewport(width, 800);
  const opponent = { _id: 'c'.repeat(24), nickname: '骑着大象过河的小老鼠米粒', avatar: 'cat.png' };
  answerCalls({ 'GET /games/correspondence': { games: [correspondenceGame({ opponent })], most: 10 } });
  await render(<TurnSlip>other</TurnSlip>, { wrapper: Providers });
  await expect.element(page.getByRole('link')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
});
