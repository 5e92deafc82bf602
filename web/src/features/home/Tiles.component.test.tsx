import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { answerCalls } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { Tiles } from './Tiles.tsx';

test('the endgame school opens for visitors', async () => {
  await render(<Tiles />, { wrapper: Providers });
  const tile = page.getByRole('link', { name: /残局.*每日一题/ });
  await expect.element(tile).toHaveAttribute('href', '/endgame');
});

test.each([
  ['the own numbers of games and wins', { games: 3, wins: 1 }, '3 局 · 1 胜'],
  ['no number before the first game', { games: 0, wins: 0 }, '每局都能复盘'],
])('shows a guest %s', async (_, counts, hint) => {
  const totals = { ...counts, losses: 0, draws: 0 };
  answerCalls({ 'GET /game-records': { records: [], totalPages: 1, totals } });
  session.login({ access_token: 't', user: { ...ME, isGuest: true } });
  await render(<Tiles />, { wrapper: Providers });
  await expect.element(page.getByRole('link', { name: `战绩 ${hint}` })).toBeVisible();
  session.logout();
});
