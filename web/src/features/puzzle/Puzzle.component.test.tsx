import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { recordAnnouncements } from '../../../test/announcements.ts';
import { make, open, plies, serve, setUp, solve, tearDown } from '../../../test/puzzle-pages.tsx';
import { LINE, RESULT, WRONG } from '../../../test/puzzles.ts';
import { refusal } from '../../../test/server.ts';
import { session } from '../../client/session.ts';
import { answerConfirm, confirmStore } from '../../ui/confirm-store.ts';
import { choiceStore } from './kept.ts';

beforeEach(setUp);
afterEach(tearDown);

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

  test('leads to its game, at its position', async () => {
    serve();
    const router = await open('/puzzle/lion1');
    await solve();
    await page.getByRole('button', { name: '看原局' }).click();
    expect(router.state.location).toMatchObject({
      pathname: '/analysis',
      state: { game: { record: RESULT.game.record, own: 'red' }, ply: RESULT.game.ply },
    });
  });

  test('shows the vote that its user gave elsewhere, and the one of now after a reload', async () => {
    const sent = serve({
      'POST /puzzles/lion1/attempts': { attemptId: 'a'.repeat(20), rates: false, vote: -1 },
    });
    await open('/puzzle/lion1');
    await solve();
    const [like, dislike] = ['喜欢这题', '不喜欢这题'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    await expect.element(dislike!).toHaveAttribute('aria-pressed', 'true');
    await like!.click();
    await expect.element(like!).toHaveAttribute('aria-pressed', 'true');
    expect(sent.at(-1)).toMatchObject({ call: 'POST /puzzles/lion1/vote', body: { vote: 1 } });
    await cleanup();
    await open('/puzzle/lion1');
    await expect.element(like!).toHaveAttribute('aria-pressed', 'true');
    await expect.element(dislike!).toHaveAttribute('aria-pressed', 'false');
  });

  test.each([
    ['desktop', 1440, 900],
    ['phone', 390, 844],
  ])('can be followed by ear on a %s', async (_, width, height) => {
    await page.viewport(width, height);
    serve();
    await open('/puzzle/lion1');
    await expect.element(page.getByRole('heading', { name: '该红方走' })).toBeVisible();
    const heard = recordAnnouncements();
    const count = (text: string) => heard.filter((one) => one.includes(text)).length;
    for (const times of [1, 2]) {
      await make(WRONG);
      await expect.poll(() => count('刚落到 B7，就被 A7 的蓝虎吃掉。')).toBe(times);
    }
    await page.getByRole('button', { name: /^提示/ }).click();
    await expect.poll(() => count('动一动 E3 的红狮')).toBe(1);
    await solve();
    await expect.poll(() => count('蓝豹 G7→F7')).toBe(1);
    await expect.poll(() => count('解开了')).toBe(1);
    await expect.element(page.getByRole('button', { name: '下一题' })).toHaveFocus();
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

  test('shows its end again after a reload, and begins again when it is opened', async () => {
    serve();
    await open('/puzzle/lion1');
    await solve();
    await expect.element(page.getByRole('heading', { name: '解开了' })).toBeVisible();
    await cleanup();
    const router = await open('/puzzle/lion1');
    await expect.element(page.getByRole('heading', { name: '解开了' })).toBeVisible();
    await router.navigate('/elsewhere');
    await expect.element(page.getByText('elsewhere')).toBeVisible();
    await router.navigate('/puzzle/lion1');
    await expect.element(page.getByRole('heading', { name: '该红方走' })).toBeVisible();
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
