import type { CorrespondenceGame } from '@doushouqi/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { correspondenceGame, correspondenceRecord, waitingRoom } from '../../../test/correspondence.ts';
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
  localStorage.removeItem('listedGames');
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

describe('a game that ended while its page was closed', () => {
  const RECORD = { record: correspondenceRecord() };

  /** Home lists the games, then shows itself again with the later ones. */
  async function showLater(before: CorrespondenceGame[], later: CorrespondenceGame[], record: unknown) {
    answerCalls({ 'GET /games/correspondence': { games: before, most: 10 } });
    const first = await render(<TurnSlip>other</TurnSlip>, { wrapper: Providers });
    await expect.poll(() => localStorage.getItem('listedGames')).toContain('g1');
    await first.unmount();
    const calls = answerCalls({
      'GET /games/correspondence': { games: later, most: 10 },
      'GET /game-records/of-game/g1': record,
    });
    await render(<TurnSlip>other</TurnSlip>, { wrapper: Providers });
    return calls;
  }

  test('has a slip that leads to its review, and is gone after the press, also after a reload', async () => {
    await showLater([correspondenceGame()], [], RECORD);
    const slip = page.getByRole('link', { name: /你赢了.*对 三花.*对方认输/ });
    await expect.element(slip).toHaveAttribute('href', '/analysis?game=g1');
    expect(localStorage.getItem('hasGames')).toBe(ME._id);
    await slip.click();
    await cleanup();
    const calls = answerCalls({ 'GET /games/correspondence': { games: [], most: 10 } });
    await render(<TurnSlip>other</TurnSlip>, { wrapper: Providers });
    await expect.element(page.getByText('other')).toBeVisible();
    await expect.poll(() => localStorage.getItem('hasGames')).toBe(`none ${ME._id}`);
    expect(calls.map(({ call }) => call)).toEqual(['GET /games/correspondence']);
  });

  test('comes before a turn with time, and after an urgent one', async () => {
    const urgent = correspondenceGame({ roomId: 'R2', gameId: 'g2' });
    const calm = { ...urgent, deadline: Date.now() + 86_400_000 };
    await showLater([correspondenceGame(), urgent], [urgent], RECORD);
    await expect.element(page.getByRole('link', { name: /轮到你/ })).toBeVisible();
    await cleanup();
    await showLater([correspondenceGame(), calm], [calm], RECORD);
    await expect.element(page.getByRole('link', { name: /你赢了/ })).toBeVisible();
  });

  test.each([
    ['the deadline passed', { winner: 'blue', endReason: 'TIME_UP' }, /你输了.*你超时/],
    ['the opponent moved into the den', { winner: 'blue', endReason: 'DEN_CAPTURED' }, /你输了.*对方入穴/],
    ['they agreed on a draw', { winner: 'draw', endReason: 'DRAW_AGREED' }, /和棋.*双方议和/],
  ] as const)('names the reason: %s', async (_, result, words) => {
    await showLater([correspondenceGame()], [], { record: correspondenceRecord(result) });
    await expect.element(page.getByRole('link', { name: words })).toBeVisible();
  });

  test.each([
    ['the user resigned', { winner: 'blue', endReason: 'SURRENDER' }],
    ['the user moved into the den', { winner: 'red', endReason: 'DEN_CAPTURED' }],
  ] as const)('is no news if %s on another device', async (_, result) => {
    await showLater([correspondenceGame()], [], { record: correspondenceRecord(result) });
    await expect.poll(() => localStorage.getItem('listedGames')).toContain('"g1":-1');
    await expect.element(page.getByText('other')).toBeVisible();
  });

  test('waits for the archive', async () => {
    const calls = await showLater([correspondenceGame()], [], undefined);
    await expect.poll(() => calls.length).toBe(2);
    await expect.element(page.getByText('other')).toBeVisible();
    expect(localStorage.getItem('listedGames')).not.toContain('-1');
  });

  test('belongs to the user who listed it', async () => {
    await showLater([correspondenceGame()], [], RECORD);
    await expect.element(page.getByRole('link', { name: /你赢了/ })).toBeVisible();
    await cleanup();
    session.login({ access_token: 'theirs', user: { ...ME, _id: 'e'.repeat(24) } });
    await render(<TurnSlip>other</TurnSlip>, { wrapper: Providers });
    await expect.element(page.getByText('other')).toBeVisible();
  });
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

test.each([320, 390, 1440])('a result with a long name fits into %i px', async (width) => {
  await page.viewport(width, 800);
  localStorage.setItem('listedGames', JSON.stringify([ME._id, { g1: Date.now(), g2: Date.now() }]));
  const record = correspondenceRecord({ winner: 'blue', endReason: 'NO_PIECES' }, '骑着大象过河的小老鼠米粒');
  answerCalls({
    'GET /games/correspondence': { games: [], most: 10 },
    'GET /game-records/of-game/g1': { record },
    'GET /game-records/of-game/g2': { record },
  });
  await render(<TurnSlip>other</TurnSlip>, { wrapper: Providers });
  const slip = page.getByRole('link', { name: /你输了.*另有 1 盘/ });
  await expect.element(slip).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
  expect(slip.element().scrollWidth).toBeLessThanOrEqual(slip.element().clientWidth + 1);
});
