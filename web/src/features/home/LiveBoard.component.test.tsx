import type { RouteReply, Routes, WatchableGame } from '@doushouqi/protocol';
import { BLUE, RED, snapshotOf } from '@doushouqi/room-client/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { answerBy, type SentCall } from '../../../test/server.ts';
import LiveBoard from './LiveBoard.tsx';

type Reply = RouteReply<Routes['listWatchableGames']>;

function player(_id: string, nickname: string, isBot?: true) {
  return { _id, nickname, avatar: 'tiger.png', ...(isBot && { isBot }) };
}
function game(roomId: string, isOfBots = true): WatchableGame {
  return {
    roomId,
    initial: 5,
    increment: 3,
    red: player(RED, '机关虎', isOfBots || undefined),
    blue: player(BLUE, '机关小鼠', isOfBots || undefined),
    record: '000090',
  };
}

async function show(reply: Reply, style = {}): Promise<{ sent: SentCall[]; set: (next: Reply) => void }> {
  const sent = answerBy(({ call }) => {
    if (call === 'GET /pairing/games') return reply;
    if (call === 'GET /ratings') return { ratings: [] };
    if (call.startsWith('GET /games/rooms/'))
      return snapshotOf(9, ['a1b1'], { status: 'over', winner: 'red', endReason: 'SURRENDER' });
    return undefined;
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <div style={style}>
          <LiveBoard />
        </div>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const set = (next: Reply): void => {
    reply = next;
    void queries.invalidateQueries({ queryKey: ['watchable-games'] });
  };
  return { sent, set };
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ['两位机器人在切磋', true],
  ['名局正在下', false],
])('says which game runs: %s', async (heading, isOfBots) => {
  await show({ games: [game('R1', isOfBots)], total: 2 });
  await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^去看/ })).toHaveAttribute('href', '/play/room/R1');
  await expect.element(page.getByRole('link', { name: '全部 2 局' })).toHaveAttribute('href', '/watch');
});

test('keeps a finished game with its result, then shows the next one', async () => {
  const { set } = await show({ games: [game('R1')], total: 1 });
  const link = page.getByRole('link', { name: /^去看/ });
  await expect.element(link).toHaveAttribute('href', '/play/room/R1');
  set({ games: [game('R2')], total: 1 });
  await expect.element(page.getByText('红胜')).toBeVisible();
  await expect.element(link).toHaveAttribute('href', '/play/room/R1');
  await expect.poll(() => link.element().getAttribute('href'), { timeout: 9_000 }).toBe('/play/room/R2');
  expect(page.getByText('红胜').elements()).toEqual([]);
});

test('loads nothing while it is out of view', async () => {
  const { sent } = await show({ games: [game('R1')], total: 1 }, { marginTop: 4_000, paddingBottom: 10 });
  const seen = () => sent.filter(({ call }) => call === 'GET /pairing/games').length;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(seen()).toBe(0);
  document.querySelector('section')!.scrollIntoView();
  await expect.poll(seen).toBeGreaterThan(0);
});
