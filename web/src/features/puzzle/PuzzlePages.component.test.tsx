import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { make, open, plies, SECOND, serve, setUp, solve, tearDown } from '../../../test/puzzle-pages.tsx';
import { LINE, PUZZLE } from '../../../test/puzzles.ts';
import { refusal } from '../../../test/server.ts';
import { session } from '../../client/session.ts';

const RUSH = { rushId: 'r'.repeat(20), score: 0, mistakes: 0, isOver: false, best: 12 };
const TASK = { attemptId: 't'.repeat(20), puzzle: PUZZLE };

beforeEach(setUp);
afterEach(tearDown);

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

  test('has its calendar one press away on a phone', async () => {
    await page.viewport(390, 844);
    serve({ 'GET /puzzles/daily/archive': MONTH });
    await open('/puzzle/daily');
    await expect.element(page.getByText('612 人做过，38% 一次解开')).toBeVisible();
    await page.getByRole('button', { name: '日历' }).click();
    await expect.element(page.getByRole('dialog').getByRole('list', { name: '日历' })).toBeVisible();
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
