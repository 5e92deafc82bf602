import type { GameRecord } from '@doushouqi/protocol';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { session } from '../src/app/session.ts';
import HistoryPage from '../src/features/history/HistoryPage.tsx';
import { answerConfirm } from '../src/ui/confirm-store.ts';
import { toastStore } from '../src/ui/toast-store.ts';
import { type FakeHistory, fakeHistory } from './fake-history.ts';
import { playerOf, recordOf } from './records.ts';
import { BLUE, RED } from './rooms.ts';

const USER = {
  _id: RED,
  username: 'shanjun',
  nickname: '山君',
  avatar: 'tiger.png',
  settings: { theme: 'default' },
};

/** Shows with what the page leads to another one. */
function Led() {
  const { pathname, search, state } = useLocation();
  return <output>{JSON.stringify({ to: pathname + search, state })}</output>;
}

export async function show(...games: GameRecord[]): Promise<FakeHistory> {
  const history = fakeHistory(RED, games);
  const router = createMemoryRouter(
    [
      { path: '/history', element: <HistoryPage /> },
      { path: '*', element: <Led /> },
    ],
    { initialEntries: ['/history'] },
  );
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return history;
}

/** So many games, the last one played first. */
export function many(count: number): GameRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const id = count - index;
    const players = {
      red: playerOf(RED, '山君', 'tiger.png'),
      blue: playerOf(BLUE, `对手${id}`, 'wolf.png'),
    };
    return recordOf({ id, changes: { players } });
  });
}

export function cards(): string[] {
  return [...document.querySelectorAll('[role="article"]')].map((card) => card.ariaLabel ?? '');
}
export function expectCards(...labels: string[]) {
  return expect.poll(cards).toEqual(labels);
}
export function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}
export function tab(name: string) {
  return page.getByRole('tab', { name });
}
export function current() {
  return document.querySelector('[aria-current="page"]')?.textContent;
}
export function lists(history: FakeHistory) {
  return history.asked.filter(({ call }) => call === 'GET /game-records').map(({ query }) => query);
}
export function calls(history: FakeHistory, start: string) {
  return history.asked.filter(({ call }) => call.startsWith(start)).length;
}
export async function expectBanner(type: string, text: string | RegExp) {
  await expect
    .poll(() => toastStore.getState().current)
    .toMatchObject({ type, text: typeof text === 'string' ? text : expect.stringMatching(text) });
}

/** Logs the player in before each test of the file, and out after it. */
export function prepareHistory(): void {
  beforeEach(async () => {
    await page.viewport(1024, 768);
    session.login({ access_token: 'mine', user: USER });
  });
  afterEach(() => {
    onlineManager.setOnline(true);
    answerConfirm(false);
    vi.restoreAllMocks();
    session.logout();
  });
}
