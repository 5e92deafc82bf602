import type { PuzzleView } from '@doushouqi/protocol';
import { parseStepText } from '@doushouqi/rules';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { session } from '../src/client/session.ts';
import DailyPage from '../src/features/puzzle/DailyPage.tsx';
import { choiceStore, runStore } from '../src/features/puzzle/kept.ts';
import MistakePage from '../src/features/puzzle/MistakePage.tsx';
import MistakesPage from '../src/features/puzzle/MistakesPage.tsx';
import OnePuzzlePage from '../src/features/puzzle/OnePuzzlePage.tsx';
import PuzzlePage from '../src/features/puzzle/PuzzlePage.tsx';
import RushPage from '../src/features/puzzle/RushPage.tsx';
import { middleOf, mouseClick } from './pointers.ts';
import { answerOf, LINE, PUZZLE, RESULT, SOLVER } from './puzzles.ts';
import { answerBy, type SentCall } from './server.ts';
import { ME } from './users.ts';

/** The pages of the puzzles with a server, for component tests. */

export const SECOND: PuzzleView = { ...PUZZLE, id: 'lion2' };
const DAILY = { date: '2026-11-22', puzzle: PUZZLE, players: 612, solvedAtOnce: 0.38, solved: false };

/** The server: an attempt at each puzzle, and what `more` answers. */
export function serve(more: Record<string, unknown> = {}): SentCall[] {
  return answerBy(({ call, query, body }) => {
    if (call in more) return more[call];
    if (call === 'GET /puzzles/next') return query.after === PUZZLE.id ? SECOND : PUZZLE;
    if (call === `GET /puzzles/${PUZZLE.id}`) return PUZZLE;
    if (call === `GET /puzzles/${SECOND.id}`) return SECOND;
    if (call === 'GET /puzzles/mine') return SOLVER;
    if (call === 'GET /puzzles/daily') return DAILY;
    if (/^POST .*\/attempts$/.test(call)) return { attemptId: 'a'.repeat(20), rates: true };
    if (/\/hint$/.test(call)) return { from: '4,6' };
    if (/\/answer$/.test(call)) return { solution: [...LINE], result: { ...RESULT, atOnce: false } };
    if (/\/vote$/.test(call)) return { success: true };
    if (!/\/moves$/.test(call)) return undefined;
    const { move, at } = body as { move: string; at: number };
    const reply = answerOf(move, at);
    if (!reply.correct) return { ...reply, ratingChange: { before: 1548, after: 1541 } };
    return reply.done ? { ...reply, ratingChange: { before: 1548, after: 1557 } } : reply;
  });
}

export async function open(path: string) {
  const routes = [
    { path: '/puzzle', element: <PuzzlePage /> },
    { path: '/puzzle/daily', element: <DailyPage /> },
    { path: '/puzzle/daily/:date', element: <DailyPage /> },
    { path: '/puzzle/mistakes', element: <MistakesPage /> },
    { path: '/puzzle/mistakes/:puzzleId', element: <MistakePage /> },
    { path: '/puzzle/rush', element: <RushPage /> },
    { path: '/puzzle/:puzzleId', element: <OnePuzzlePage /> },
    { path: '*', element: <p>elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

export async function make(step: string): Promise<void> {
  const { from, to } = parseStepText(step);
  for (const { x, y } of [from, to]) {
    await expect
      .poll(() => document.querySelector(`[data-live="true"] [data-cell="${x},${y}"]`))
      .not.toBe(null);
    await mouseClick(middleOf(document.querySelector(`[data-cell="${x},${y}"]`)!));
  }
}

export function plies(): string | null {
  return page.getByTestId('board').element().getAttribute('data-ply');
}

export async function solve(): Promise<void> {
  await expect.element(page.getByTestId('board')).toBeVisible();
  for (let ply = 0; ply < LINE.length; ply += 2) {
    await make(LINE[ply]!);
    await expect.poll(plies).toBe(String(Math.min(LINE.length, ply + 2) + 1));
  }
}

/** Logs in, on a desktop. */
export async function setUp(): Promise<void> {
  await page.viewport(1440, 900);
  session.login({ access_token: 't', user: ME });
}

/** Forgets what a test has done. */
export async function tearDown(): Promise<void> {
  await cleanup();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  session.logout();
  sessionStorage.clear();
  runStore.setState({ total: 0, right: 0, last: [] });
  choiceStore.setState({ motif: null, level: 'right' });
  await page.viewport(1024, 768);
}
