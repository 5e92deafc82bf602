import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { correspondenceGame } from '../../../test/correspondence.ts';
import { Providers } from '../../../test/Providers.tsx';
import { answerBy } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { forgetGames, hadNoGames, rememberGames } from '../../client/remembered-games.ts';
import { session } from '../../client/session.ts';
import PlayMenu from './PlayMenu.tsx';

/** Answers the request for the correspondence games when the returned function is called. */
async function show(games: readonly object[]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  answerBy(async ({ call }) => {
    if (call === 'GET /pairing/pools') return { pools: [], online: 1, playing: 0 };
    if (call !== 'GET /games/correspondence') return undefined;
    await promise;
    return { games, most: 10 };
  });
  await render(<PlayMenu />, { wrapper: Providers });
  return resolve;
}

const ways = page.getByRole('link', { name: /^同屏双人/, includeHidden: true });

beforeEach(() => {
  localStorage.clear();
  session.login({ access_token: 'mine', user: ME });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  session.logout();
  localStorage.clear();
});

describe.each([
  ['does not know if the user has correspondence games', forgetGames],
  ['knows of games', () => rememberGames(ME._id, true)],
])('on a device that %s', (_, remember) => {
  beforeEach(remember);

  test.each([
    [[correspondenceGame()], true],
    [[], false],
  ])('shows the parts when their order is known: %#', async (games, isFirst) => {
    const answer = await show(games);
    await expect.element(ways).not.toBeVisible();
    answer();
    const card = page.getByRole('region', { name: isFirst ? '进行中的棋' : '没有进行中的棋' });
    await expect.element(card).toBeVisible();
    await expect.element(ways).toBeVisible();
    const order = card.element().compareDocumentPosition(ways.element());
    expect((order & Node.DOCUMENT_POSITION_FOLLOWING) > 0).toBe(isFirst);
    expect(hadNoGames(ME._id)).toBe(!isFirst);
  });

  test('shows the parts after 2 s without a reply', async () => {
    await show([]);
    await expect.element(ways).not.toBeVisible();
    await expect.element(ways, { timeout: 4_000 }).toBeVisible();
  });
});

test('shows the parts at once on a device that knows of no games', async () => {
  rememberGames(ME._id, false);
  await show([]);
  await expect.element(ways).toBeVisible();
});
