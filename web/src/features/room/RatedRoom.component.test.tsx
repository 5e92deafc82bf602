import { BLUE, RED } from '@doushouqi/room-client/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { board, boxOf, isInside, overlap, visible } from '../../../test/layout.ts';
import { LONG, showRoom } from '../../../test/RoomOnScreen.tsx';
import { ME } from '../../../test/users.ts';
import { session } from '../../client/session.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { ConfirmHost } from '../../ui/ConfirmHost.tsx';

beforeEach(async () => {
  await page.viewport(1440, 900);
});
afterEach(() => {
  session.closeLogin();
  session.logout();
  localStorage.clear();
});

describe('a rated game', () => {
  // Far ahead, so that even a slow machine shows the whole time.
  const before = { kind: 'rated', lastMoveTime: 1e9 } as const;

  test.each([
    [390, 844],
    [844, 390],
    [1440, 900],
  ])(
    'has no undo and no new game, shows which side begins, and does not move the board: %i × %i',
    async (width, height) => {
      await page.viewport(width, height);
      const { set } = await showRoom({ header: before });
      const first = page.getByText(/你先走/);
      await expect.element(first).toBeVisible();
      await expect.element(page.getByText('20 秒', { exact: true })).toBeVisible();
      expect(isInside(boxOf(first.element()))).toBe(true);
      const lain = board();
      const chip = first.element().getBoundingClientRect();
      for (const other of [...visible('section[data-side]'), page.getByTestId('board').element()])
        expect(overlap(chip, other.getBoundingClientRect())).toBe(false);
      for (const name of ['悔棋', '重开']) expect(page.getByRole('button', { name }).elements()).toEqual([]);
      await expect.element(page.getByRole('button', { name: '取消对局' })).toBeVisible();
      set({ drawOffers: { red: 2, blue: 0 } });
      await expect
        .element(page.getByRole('button', { name: '求和' }))
        .toHaveAttribute('title', '本局还可求和 1 次');
      set({ drawOffers: { red: 3, blue: 0 } });
      await expect.element(page.getByRole('button', { name: '求和' })).toBeDisabled();
      set({ status: 'aborted', abortedBy: BLUE, lastMoveTime: null });
      const result = page.getByRole('dialog', { name: '对局结果' });
      await expect.element(result.getByRole('heading', { name: '对局取消' })).toBeVisible();
      await expect.element(first).not.toBeInTheDocument();
      expect(document.querySelector('main')?.textContent).not.toMatch(/ · [胜负和]/);
      expect(board()).toEqual(lain);
    },
  );

  test.each([
    ['返回', '取消这一局？', [], { status: 'aborted', abortedBy: BLUE, lastMoveTime: null }, '对局取消'],
    ['返回', '离开即认输', ['g1f1', 'a9b9'], { status: 'over', winner: 'red', endReason: 'SURRENDER' }, /./],
    [
      '认输',
      '现在认输？',
      ['g1f1', 'a9b9'],
      { status: 'over', winner: 'draw', endReason: 'DRAW_AGREED' },
      /./,
    ],
  ] as const)(
    'withdraws what %s offered (%s) once the game is over',
    async (press, title, moves, end, says) => {
      await render(<ConfirmHost />);
      const { set } = await showRoom({ header: before, moves });
      await page.getByRole('button', { name: press }).first().click();
      const question = page.getByRole('alertdialog', { name: title });
      await expect.element(question).toBeVisible();
      set(end);
      await expect.element(question).not.toBeInTheDocument();
      const result = page.getByRole('dialog', { name: '对局结果' });
      await expect.element(result.getByRole('heading', { name: says })).toBeVisible();
    },
  );

  test('shows which player must make the first move, and the time left', async () => {
    const { set } = await showRoom({ header: { ...before, awaited: ['red'] }, userId: BLUE });
    await expect.element(page.getByText(/^等对方入座30 秒$/)).toBeVisible();
    set({ awaited: [] });
    await expect.element(page.getByText(/^等对方走第一步20 秒$/)).toBeVisible();
  });

  test('shows after the own first move that the opponent’s is due', async () => {
    await showRoom({ header: before, moves: ['a1b1'] });
    await expect.element(page.getByText(/^等对方走第一步20 秒$/)).toBeVisible();
  });

  test('is named after its pool, and the result has one button for another game', async () => {
    const over = { ...before, status: 'over', winner: 'blue', endReason: 'SURRENDER' } as const;
    const { set } = await showRoom({ header: over, userId: BLUE, moves: ['g1f1', 'a9b9'] });
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('5+3 排位');
    const again = page.getByRole('button', { name: /再来一局(?!？)/ });
    await expect.element(again).toHaveTextContent('再来一局');
    expect(again.elements()).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: '换对手' })).toBeVisible();
    set({ resetRequester: RED });
    await expect.element(again).toHaveTextContent('对方想再来一局 · 同意');
    expect(again.elements()).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: '不了' })).toBeVisible();
    await page.getByRole('button', { name: '查看棋盘' }).click();
    // The prompt beside the board replaces the button.
    expect(page.getByRole('button', { name: /再来一局(?!？)/ }).elements()).toHaveLength(1);
  });

  test.each([
    ['lost', BLUE, 'red', false],
    ['rated', RED, 'red', false],
  ])('a result offers no rated game after a game that was %s', async (what, userId, winner) => {
    const kind = what === 'rated' ? 'rated' : 'paired';
    await showRoom({
      header: { kind, status: 'over', winner: winner as 'red', endReason: 'SURRENDER' },
      userId,
    });
    await expect.element(page.getByRole('dialog', { name: '对局结果' })).toBeVisible();
    expect(page.getByRole('button', { name: /来一局排位/ }).elements()).toEqual([]);
  });

  test('a member who won a casual game goes on with a rated one', async () => {
    await showRoom({ header: { kind: 'paired', status: 'over', winner: 'red', endReason: 'SURRENDER' } });
    await page.getByRole('button', { name: '来一局排位 还是 5+3，赢了升等级分' }).click();
    await expect.poll(() => storage.getItem(KEYS.pool)).toBe('5+3:rated');
  });

  test('a guest is offered to register and keep the game; closing the result refuses that for the day', async () => {
    session.login({ access_token: 't', user: { ...ME, nickname: '小豹 2718', isGuest: true } });
    await showRoom({ header: { kind: 'paired', status: 'over', winner: 'blue', endReason: 'SURRENDER' } });
    const step = page.getByRole('button', { name: /^注册，留住这一局/ });
    await step.click();
    expect(session.store.getState()).toMatchObject({ loginModalVisible: true, loginStep: 'register' });
    session.closeLogin();
    await page.getByRole('button', { name: '查看棋盘' }).click();
    await page.getByRole('button', { name: '结果' }).click();
    await expect.element(page.getByRole('dialog', { name: '对局结果' })).toBeVisible();
    expect(step.elements()).toEqual([]);
  });

  test('turns the board with the sides, even after the user turned it', async () => {
    const { set } = await showRoom({ header: { kind: 'rated' } });
    const top = () => document.querySelector('section[data-side]')?.getAttribute('data-side');
    await expect.poll(top).toBe('blue');
    await page.getByRole('button', { name: '翻转' }).click();
    set({ gameId: 'g2', players: [BLUE, RED] });
    await expect.poll(() => page.getByTestId('board').element().getAttribute('data-flipped')).toBe('true');
  });
});

describe('the bars of a rated game', () => {
  const level = { games: 30, rating: 1523, provisional: true, level: { order: 10 } };

  test.each([
    [320, 568],
    [360, 640],
    [390, 664],
    [390, 844],
  ])('show the longest names in full and the rating below on phones: %i × %i', async (width, height) => {
    await page.viewport(width, height);
    const { queries } = await showRoom({ header: { kind: 'rated' } });
    for (const id of [RED, BLUE])
      queries.setQueryData(['ratings', id, 'userRatings'], { fast: level, slow: level });
    await expect.poll(() => page.getByText('1523?').elements().length).toBe(2);
    for (const rating of page.getByText('1523?').elements()) {
      const bar = rating.closest('section')!;
      const name = bar.querySelector<HTMLElement>('[data-size]')!;
      expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth + 1);
      const lines = [name, rating, bar.querySelector('[role="img"][aria-label="还没有吃子"]')!];
      const boxes = [...lines, bar].map((element) => element.getBoundingClientRect());
      const [nick, number, tray, paper] = boxes as [DOMRect, DOMRect, DOMRect, DOMRect];
      expect(nick.top).toBeGreaterThanOrEqual(paper.top);
      expect(number.top).toBeGreaterThanOrEqual(nick.bottom - 2);
      expect(tray.top).toBeGreaterThanOrEqual(number.bottom - 2);
      expect(tray.bottom).toBeLessThanOrEqual(paper.bottom);
    }
  });

  test.each([
    [1024, 768],
    [1440, 900],
  ])('have side and rating beside the clock and not under it: %i × %i', async (width, height) => {
    await page.viewport(width, height);
    const ended = { status: 'over', winner: 'red', endReason: 'SURRENDER' } as const;
    const { queries } = await showRoom({ header: { kind: 'rated', ...ended } });
    for (const id of [RED, BLUE])
      queries.setQueryData(['ratings', id, 'userRatings'], { fast: level, slow: level });
    await expect.poll(() => page.getByText('1523?').elements().length).toBe(2);
    for (const rating of page.getByText('1523?').elements()) {
      const bar = rating.closest('section[data-side]')!;
      const side = [...bar.querySelectorAll('span')].find((one) =>
        /^[红蓝]方( · .+)?$/.test(one.textContent),
      )!;
      const clock = bar.querySelector('[role="timer"]')!.getBoundingClientRect();
      expect(side.getBoundingClientRect().top).toBeGreaterThanOrEqual(
        rating.getBoundingClientRect().bottom - 4,
      );
      for (const one of [side, rating])
        expect(one.getBoundingClientRect().right).toBeLessThan(clock.left - 8);
    }
  });

  test.each(['casual', 'rated'] as const)('have names large enough to press: %s', async (kind) => {
    await page.viewport(390, 844);
    const { queries } = await showRoom({ header: { kind } });
    for (const id of [RED, BLUE])
      queries.setQueryData(['ratings', id, 'userRatings'], { fast: level, slow: level });
    const name = page.getByText(LONG[BLUE]!).element();
    const { left, width, top } = name.getBoundingClientRect();
    const hit = Array.from({ length: 100 }, (_, y) => top - 40 + y).filter((y) =>
      name.parentElement!.contains(document.elementFromPoint(left + width / 2, y)),
    );
    expect(hit.length).toBeGreaterThanOrEqual(44);
    await expect.element(page.getByRole('button', { name: /骑着大象/ }).first()).toBeVisible();
  });
});
