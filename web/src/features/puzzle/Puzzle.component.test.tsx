import type { PuzzleView } from '@doushouqi/protocol';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { middleOf, mouseClick } from '../../../test/pointers.ts';
import { answerOf, LINE, PUZZLE, RESULT, SOLVER, WRONG } from '../../../test/puzzles.ts';
import { answerBy, refusal, type SentCall } from '../../../test/server.ts';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import DailyPage from './DailyPage.tsx';
import { choiceStore, runStore } from './kept.ts';
import { parseStep } from './line.ts';
import MistakePage from './MistakePage.tsx';
import MistakesPage from './MistakesPage.tsx';
import OnePuzzlePage from './OnePuzzlePage.tsx';
import PuzzlePage from './PuzzlePage.tsx';
import RushPage from './RushPage.tsx';

const SECOND: PuzzleView = { ...PUZZLE, id: 'lion2' };
const DAILY = { date: '2026-11-22', puzzle: PUZZLE, players: 612, solvedAtOnce: 0.38, solved: false };
const RUSH = { rushId: 'r'.repeat(20), score: 0, mistakes: 0, isOver: false, best: 12 };
const TASK = { attemptId: 't'.repeat(20), puzzle: PUZZLE };

/** The server: an attempt at each puzzle, and what `more` answers. */
function serve(more: Record<string, unknown> = {}): SentCall[] {
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

async function open(path: string) {
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

async function make(step: string): Promise<void> {
  const { from, to } = parseStep(step);
  for (const { x, y } of [from, to]) {
    await expect
      .poll(() => document.querySelector(`[data-live="true"] [data-cell="${x},${y}"]`))
      .not.toBe(null);
    await mouseClick(middleOf(document.querySelector(`[data-cell="${x},${y}"]`)!));
  }
}

function plies(): string | null {
  return page.getByTestId('board').element().getAttribute('data-ply');
}

async function solve(): Promise<void> {
  await expect.element(page.getByTestId('board')).toBeVisible();
  for (let ply = 0; ply < LINE.length; ply += 2) {
    await make(LINE[ply]!);
    await expect.poll(plies).toBe(String(Math.min(LINE.length, ply + 2) + 1));
  }
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  session.login({ access_token: 't', user: ME });
});
afterEach(async () => {
  await cleanup();
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  session.logout();
  sessionStorage.clear();
  runStore.setState({ total: 0, right: 0, last: [] });
  choiceStore.setState({ motif: null, level: 'right' });
  await page.viewport(1024, 768);
});

describe('a puzzle', () => {
  test('gets its own address, is solved after a wrong move, and leads to the next by Enter', async () => {
    const sent = serve();
    const router = await open('/puzzle');
    await expect.element(page.getByRole('heading', { name: '该红方走' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/puzzle/lion1');
    await expect.element(page.getByText('题分 1548')).toBeVisible();
    await make(WRONG);
    await expect.element(page.getByText('刚落到 B7，就被 A7 的蓝虎吃掉。')).toBeVisible();
    await expect.element(page.getByText('−7 题分')).toBeVisible();
    expect(plies()).toBe('1');
    await page.getByRole('button', { name: '再试一次' }).click();
    await expect.element(page.getByText(/刚落到 B7/)).not.toBeInTheDocument();
    await solve();
    await expect.element(page.getByRole('heading', { name: '解开了' })).toBeVisible();
    await expect.element(page.getByText('4831 人，41% 一次解开')).toBeVisible();
    await expect.element(page.getByText('跳河 · 入穴 · 四步')).toBeVisible();
    const next = page.getByRole('button', { name: '下一题' });
    await expect.element(next).toHaveFocus();
    await page.getByRole('button', { name: '红狮 走到 E7' }).click();
    await expect.poll(plies).toBe('2');
    await expect
      .poll(() => page.getByRole('link', { name: '分析' }).element().getAttribute('href'))
      .toMatch(/line=4642$/);
    (next.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe('/puzzle/lion2');
    await expect.poll(() => document.activeElement?.hasAttribute('data-cell')).toBe(true);
    expect(
      sent.filter(({ call }) => /moves$/.test(call)).map(({ body }) => (body as { at: number }).at),
    ).toEqual([0, 0, 1, 2, 3]);
    await expect.element(page.getByText('1 题，对 0 题')).toBeVisible();
  });

  test('shows hint and answer; the answer asks first', async () => {
    serve();
    await open('/puzzle/lion1');
    await page.getByRole('button', { name: /^提示/ }).click();
    await expect.element(page.getByText('动一动 E3 的红狮')).toBeVisible();
    await page.getByRole('button', { name: /^答案/ }).click();
    await expect.poll(() => confirmStore.getState().current?.title).toBe('看答案？');
    answerConfirm(true);
    await expect.element(page.getByRole('heading', { name: '看过答案了' })).toBeVisible();
    await expect.poll(plies).toBe('8');
  });

  test('keeps a move whose answer was lost, and sends it again', async () => {
    let isLost = true;
    const sent = serve();
    const served = vi.mocked(fetch).getMockImplementation()!;
    vi.mocked(fetch).mockImplementation(async (address, init) => {
      const reply = await served(address, init);
      if (!/moves$/.test(String(address)) || !isLost) return reply;
      isLost = false;
      throw new TypeError('Failed to fetch');
    });
    await open('/puzzle/lion1');
    await make(LINE[0]);
    const again = page.getByRole('button', { name: '再送一次' });
    await again.click();
    await expect.poll(plies).toBe('3');
    expect(sent.filter(({ call }) => /moves$/.test(call)).map(({ body }) => body)).toEqual([
      { move: LINE[0], at: 0 },
      { move: LINE[0], at: 0 },
    ]);
  });

  test('continues after a reload', async () => {
    serve();
    await open('/puzzle/lion1');
    await make(LINE[0]);
    await expect.poll(plies).toBe('3');
    await cleanup();
    await open('/puzzle/lion1');
    await expect.poll(plies).toBe('3');
    await make(LINE[2]);
    await expect.poll(plies).toBe('5');
  });

  test('by another choice is another puzzle', async () => {
    const sent = serve();
    const router = await open('/puzzle/lion2');
    await page.getByRole('radio', { name: '跳河' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/puzzle/lion1');
    expect(sent.find(({ call }) => call === 'GET /puzzles/next')?.query).toEqual({
      level: 'right',
      motif: 'leap',
    });
  });

  test('says without an account that it does not rate', async () => {
    session.logout();
    serve();
    await open('/puzzle/lion1');
    await expect.element(page.getByText(/登录后解题有题分/)).toBeVisible();
    expect(page.getByText(/^题分/).elements()).toHaveLength(0);
    await page.getByRole('main').getByRole('button', { name: '登录' }).click();
    expect(session.store.getState()).toMatchObject({
      loginModalVisible: true,
      redirectPath: '/puzzle/lion1',
    });
    session.closeLogin();
  });
});

describe('a phone', () => {
  beforeEach(() => page.viewport(390, 844));

  test('has the other pages and the choice in a sheet', async () => {
    serve();
    await open('/puzzle/lion1');
    await expect.element(page.getByText('今天的每日一题还没解')).toBeVisible();
    await page.getByRole('button', { name: '更多' }).click();
    const sheet = page.getByRole('dialog');
    await expect.element(sheet.getByRole('link', { name: '错题' })).toBeVisible();
    await sheet.getByRole('radio', { name: '围堵' }).click();
    expect(choiceStore.getState().motif).toBe('siege');
  });

  test('shows the result without moving the board', async () => {
    serve();
    await open('/puzzle/lion1');
    await expect.element(page.getByTestId('board')).toBeVisible();
    const before = page.getByTestId('board').element().getBoundingClientRect();
    await solve();
    await expect.element(page.getByText('+9 题分')).toBeVisible();
    const { top, width } = page.getByTestId('board').element().getBoundingClientRect();
    expect([top, width]).toEqual([before.top, before.width]);
  });
});

describe('without', () => {
  test.each([
    ['any puzzle', () => serve({ 'GET /puzzles/next': refusal('PUZZLE_NOT_FOUND') }), '题库还空着', '去闯关'],
    ['a reply', () => serve({ 'GET /puzzles/next': refusal('UNAVAILABLE') }), '题目没取来', '去闯关'],
  ])('%s the page says so and leads to what works', async (_, answer, title, link) => {
    answer();
    await open('/puzzle');
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', '/endgame');
  });

  test('a network it says what works offline', async () => {
    serve();
    onlineManager.setOnline(false);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open('/puzzle');
    await expect.element(page.getByRole('heading', { name: '现在没有网络' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '学棋' })).toHaveAttribute('href', '/learn');
  });

  test('the named puzzle it offers another', async () => {
    serve();
    await open('/puzzle/none');
    await expect.element(page.getByRole('heading', { name: '没有这道题' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: '换一道题' })).toHaveAttribute('href', '/puzzle');
  });

  test('a puzzle of the motif it offers all', async () => {
    serve({ 'GET /puzzles/next': refusal('PUZZLE_NOT_FOUND') });
    choiceStore.setState({ motif: 'guard', level: 'right' });
    await open('/puzzle');
    await expect.element(page.getByRole('heading', { name: '这一类的题都做过了' })).toBeVisible();
    await page.getByRole('button', { name: '不挑题型' }).click();
    expect(choiceStore.getState().motif).toBe(null);
  });
});

describe('the puzzle of the day', () => {
  const MONTH = {
    first: '2026-11-20',
    today: '2026-11-22',
    days: [
      { date: '2026-11-20', solved: true },
      { date: '2026-11-21', solved: false },
      { date: '2026-11-22', solved: false },
    ],
  };

  test('has a calendar of the earlier ones; days to come lead nowhere', async () => {
    const sent = serve({ 'GET /puzzles/daily/archive': MONTH });
    const router = await open('/puzzle/daily');
    const days = page.getByRole('list', { name: '日历' });
    await expect.element(days.getByRole('link', { name: '11 月 20 日 · 周五，解开了' })).toBeVisible();
    expect(days.getByRole('link').elements()).toHaveLength(3);
    await expect.element(days.getByText('11 月 23 日 · 周一，还没到')).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: '上个月' })).toBeDisabled();
    await days.getByRole('link', { name: /11 月 21 日/ }).click();
    expect(router.state.location.pathname).toBe('/puzzle/daily/2026-11-21');
    await expect
      .poll(() =>
        sent.some(({ call, query }) => call === 'GET /puzzles/daily' && query.date === '2026-11-21'),
      )
      .toBe(true);
  });

  test('of a day without one leads to today', async () => {
    serve({ 'GET /puzzles/daily': refusal('NO_DAILY_PUZZLE') });
    await open('/puzzle/daily/2030-01-01');
    await expect.element(page.getByRole('heading', { name: '这一天没有题' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: '看今天的' }))
      .toHaveAttribute('href', '/puzzle/daily');
  });
});

describe('mistakes', () => {
  const mistakes = [
    { puzzle: PUZZLE, dueAt: 1, missedAt: 1 },
    { puzzle: SECOND, dueAt: Date.now() + 86_400_000, missedAt: Date.now() },
  ];

  test('that are due come first and lead on to each other, then to the list', async () => {
    serve({ 'GET /puzzles/mine/mistakes': { mistakes } });
    const router = await open('/puzzle/mistakes');
    await expect.element(page.getByText('1 题到时候重做了')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /明天再做/ })).toBeVisible();
    await page.getByRole('link', { name: '开始重做' }).click();
    await solve();
    await page.getByRole('button', { name: '下一题' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/puzzle/mistakes');
  });

  test('are none, or need an account', async () => {
    serve({ 'GET /puzzles/mine/mistakes': { mistakes: [] } });
    await open('/puzzle/mistakes');
    await expect.element(page.getByRole('heading', { name: '没有错题' })).toBeVisible();
    session.logout();
    await expect.element(page.getByRole('heading', { name: '错题记在账号里' })).toBeVisible();
  });
});

describe('a rush', () => {
  test('runs by the server’s time, continues after a reload, and ends with the best', async () => {
    const rush = { ...RUSH, endsAt: Date.now() + 180_000 };
    let isOver = false;
    serve({
      'POST /puzzles/rush': { rush, task: TASK },
      get [`GET /puzzles/rush/${RUSH.rushId}`]() {
        return isOver ? { rush: { ...rush, score: 13, best: 13, isOver }, task: null } : { rush, task: TASK };
      },
    });
    await open('/puzzle/rush');
    await expect.element(page.getByText('最好成绩 12 题').first()).toBeVisible();
    await page.getByRole('button', { name: '开始' }).click();
    await expect.poll(() => page.getByRole('timer').element().textContent).toMatch(/^[23]:\d\d$/);
    await make(LINE[0]);
    await expect.poll(plies).toBe('3');
    await cleanup();
    await open('/puzzle/rush');
    await expect.element(page.getByText('红方走，快')).toBeVisible();
    await cleanup();
    isOver = true;
    await open('/puzzle/rush');
    await expect.element(page.getByText('解开 13 题')).toBeVisible();
    await expect.element(page.getByText('新纪录')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '再冲一次' })).toBeVisible();
  });
});
