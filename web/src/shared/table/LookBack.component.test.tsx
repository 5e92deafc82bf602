import { gameOf, moveOf, OPENING } from '@doushouqi/room-client/testing';
import { endGame, type Game, play, undo } from '@doushouqi/rules';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clickMove, hotSeat, ownGame, show } from '../../../test/tables.tsx';
import { setConfirmMove } from './settings.ts';

beforeEach(() => setConfirmMove(false));

function after(game: Game, text: string): Game {
  const played = play(game, moveOf(text));
  if (!played.ok) throw new Error(text);
  return played.value;
}
function board() {
  return page.getByTestId('board').element();
}
function shownPly(): string | null {
  return board().getAttribute('data-ply');
}
function saidOnBoard(): string | null {
  return board().querySelector('[aria-live]')?.textContent ?? null;
}
function move(name: string) {
  return page.getByRole('region', { name: '棋谱' }).getByRole('button', { name });
}
const GAME = gameOf(OPENING);

describe('a running game', () => {
  test('shows the position after a chosen move, names it, and accepts no move there', async () => {
    const { controller, calls } = ownGame({ game: GAME, own: 'red', movers: ['red'] });
    await show(controller);
    const before = board().getBoundingClientRect();
    await move('红虎 A1→B1').click();
    await expect.poll(shownPly).toBe('1');
    await expect.element(page.getByText('回看 · 第 1 步').last()).toBeVisible();
    expect(saidOnBoard()).toBe('回看 · 第 1 步，红虎 A1→B1');
    expect(board().getBoundingClientRect()).toEqual(before);
    await clickMove('b1c1');
    await clickMove('b1a1');
    expect(calls).toEqual([]);
  });

  test.each(['Escape', 'End'])('returns to the present after %s', async (key) => {
    await show(ownGame({ game: GAME }).controller);
    await move('红虎 A1→B1').click();
    await expect.poll(shownPly).toBe('1');
    await userEvent.keyboard(`{${key}}`);
    await expect.poll(shownPly).toBe('6');
  });

  test('moves with arrows and buttons, to the start and to the present', async () => {
    await show(ownGame({ game: GAME }).controller);
    await move('蓝狮 A9→B9').click();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(shownPly).toBe('5');
    expect(document.activeElement?.getAttribute('aria-current')).toBe('true');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(shownPly).toBe('3');
    await userEvent.keyboard('{Home}');
    await expect.poll(shownPly).toBe('0');
    await expect.element(page.getByText('回看 · 开局').last()).toBeVisible();
    await page.getByRole('button', { name: '下一步' }).click();
    await expect.poll(shownPly).toBe('1');
    await page.getByRole('button', { name: '回到当前' }).click();
    await expect.poll(shownPly).toBe('6');
  });

  test('continues in the background and announces the move', async () => {
    const { controller, set } = ownGame({ game: GAME });
    await show(controller);
    await move('红虎 A1→B1').click();
    set({ game: after(GAME, 'f1g1') });
    await expect.element(page.getByText('新着：红狮 F1→G1')).toBeVisible();
    expect(shownPly()).toBe('1');
    await userEvent.keyboard('{Escape}');
    await expect.poll(shownPly).toBe('7');
  });

  test('keeps the premove during a look back', async () => {
    const { controller, calls } = ownGame({ game: GAME, premove: moveOf('g9f9') });
    await show(controller);
    const planned = () => document.querySelectorAll('[data-mark="planned-to"]').length;
    expect(planned()).toBe(1);
    await move('红虎 A1→B1').click();
    await expect.poll(planned).toBe(0);
    await clickMove('d5d6');
    await userEvent.keyboard('{Escape}');
    await expect.poll(planned).toBe(1);
    expect(calls).toEqual([]);
  });

  test('repeats the question about a drawn move after the return', async () => {
    setConfirmMove(true);
    await show(ownGame({ game: GAME, own: 'red', movers: ['red'] }).controller);
    await clickMove('f1g1');
    const make = page.getByRole('button', { name: '就走这步' });
    await expect.element(make).toBeVisible();
    await move('红虎 A1→B1').click();
    await expect.element(make).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(make).toBeVisible();
  });

  test('returns to the present when an undo reaches the shown position', async () => {
    const { controller, set } = ownGame({ game: GAME });
    await show(controller);
    await move('蓝狮 A9→B9').click();
    await userEvent.keyboard('{ArrowLeft}');
    set({ game: undo(GAME) });
    await expect.poll(shownPly).toBe('5');
    set({ game: GAME });
    await expect.poll(shownPly).toBe('6');
  });

  test('shows the end of the game during a look back', async () => {
    const { controller, set } = ownGame({ game: GAME });
    await show(controller);
    await move('红虎 A1→B1').click();
    set({ game: endGame(GAME, 'red', 'SURRENDER'), status: 'over' });
    await expect.poll(shownPly).toBe('6');
    await expect.element(page.getByRole('heading', { name: '你输了' })).toBeVisible();
  });
});

test('works in a local game', async () => {
  await show(hotSeat(GAME));
  await move('红虎 A1→B1').click();
  await expect.poll(shownPly).toBe('1');
  await clickMove('b1c1');
  expect(shownPly()).toBe('1');
});
