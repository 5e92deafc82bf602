import { gameOf, moveOf } from '@doushouqi/room-client/testing';
import { endGame, play } from '@doushouqi/rules';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clickMove, gameFrom, hotSeat, ownGame, show } from '../../../test/tables.tsx';
import { PIECE_ORDER } from '../../board/theme.ts';
import { samePiece } from '../../board/types.ts';
import { hideToast, toastStore } from '../../ui/toast-store.ts';
import { setConfirmMove } from './settings.ts';

function plies() {
  return page.getByTestId('board').element().getAttribute('data-ply');
}
function moves() {
  return page.getByRole('region', { name: '棋谱' }).element().textContent;
}

function crosses() {
  return [...document.querySelectorAll('[data-mark="cross"]')].map((cross) => cross.getAttribute('data-at'));
}
function message() {
  return toastStore.getState().current?.text;
}

beforeEach(() => {
  setConfirmMove(false);
  hideToast();
});

describe('two players on one device', () => {
  test('move in turn, and their moves appear in the list', async () => {
    await show(hotSeat(gameFrom()));
    await expect.element(page.getByText('山君')).toBeVisible();
    await clickMove('a1b1');
    await clickMove('a9b9');
    await expect.poll(plies).toBe('2');
    await expect.poll(moves).toBe('1虎A1→B1狮A9→B92等待落子…');
    expect(page.getByRole('timer').elements()).toEqual([]);
  });

  test('see why a move is refused, and the piece in the way, until the next press', async () => {
    await show(hotSeat(gameFrom('l6/7/7/7/1r5/7/1T1d3/3C3/7 w')));
    await clickMove('b3b7');
    await expect.poll(message).toBe('河里有鼠，跳不过去');
    await expect.poll(crosses).toEqual(['1,4']);
    await clickMove('d2d3');
    await expect.poll(message).toBe('对方的狗比猫大，吃不了');
    await expect.poll(crosses).toEqual(['3,6 from 3,7']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(crosses).toEqual([]);
  });

  test('deselect a piece by a tap on an empty square out of its reach', async () => {
    await show(hotSeat(gameFrom('l6/7/7/7/1r5/7/1T1d3/3C3/7 w')));
    await clickMove('b3g9');
    await expect.poll(() => document.querySelector('[data-mark="selected"]')).toBeNull();
    expect(message()).toBeUndefined();
    expect(document.querySelector('[data-face]')?.getAnimations() ?? []).toEqual([]);
  });

  test('see the winner and can return to the board', async () => {
    await show(hotSeat(gameFrom('7/3L3/7/7/7/7/7/7/6e w')));
    await clickMove('d8d9');
    const result = page.getByRole('dialog', { name: '对局结果' });
    await expect.element(result.getByRole('heading')).toHaveTextContent('红方胜');
    await expect.element(result.getByText('狮入兽穴 · 1 回合')).toBeVisible();
    await page.getByRole('button', { name: '查看棋盘' }).click();
    await expect.element(result).not.toBeInTheDocument();
    await page.getByRole('button', { name: '结果' }).click();
    await expect.element(result).toBeVisible();
  });

  test.each([
    ['7/3L3/7/7/7/7/7/7/6e w', 'd8d9', 'lower'],
    ['6E/7/7/7/7/7/7/3l3/7 b', 'd2d1', 'upper'],
  ])('see the last move beside the result: %s', async (fen, move, half) => {
    await show(hotSeat(gameFrom(fen)));
    await clickMove(move);
    const result = page.getByRole('dialog', { name: '对局结果' });
    await expect.element(result).toBeVisible();
    const [dialog, board] = [result, page.getByTestId('board')].map((one) =>
      one.element().getBoundingClientRect(),
    );
    const isLower = dialog!.top + dialog!.bottom > board!.top + board!.bottom;
    expect(isLower ? 'lower' : 'upper').toBe(half);
  });

  test('return the focus to the board when Escape closes the result', async () => {
    await show(hotSeat(gameFrom('7/3L3/7/7/7/7/7/7/6e w')));
    await clickMove('d8d9');
    await expect.element(page.getByRole('dialog', { name: '对局结果' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('gridcell');
  });

  test("have their own row for blue's first move", async () => {
    await show(hotSeat(gameFrom('l6/7/7/7/7/7/7/7/6E b')));
    await expect.element(page.getByText('还没有落子，蓝方先行。')).toBeVisible();
    await clickMove('a9b9');
    await clickMove('g1f1');
    await expect.poll(moves).toBe('1狮A9→B92象G1→F1等待落子…');
  });
});

describe('announces the end of a game', () => {
  const LOST = { game: endGame(gameOf(['a1b1', 'g9f9']), 'red', 'SURRENDER'), status: 'over' } as const;
  test.each([
    ['its winner', 'red', '你赢了', '胜', 'red'],
    ['its loser', 'blue', '你输了', '负', 'blue'],
    ['one who watches', null, '红方胜', '胜', 'red'],
  ] as const)('to %s', async (_, own, heading, stamp, side) => {
    await show(ownGame({ ...LOST, own, movers: own === null ? [] : [own] }).controller);
    const result = page.getByRole('dialog', { name: '对局结果' });
    await expect.element(result.getByRole('heading')).toHaveTextContent(heading);
    await expect.element(result.getByText(stamp, { exact: true })).toBeVisible();
    const place = PIECE_ORDER.findIndex((piece) => samePiece(piece, { side, animal: 'tiger' }));
    const picture = result.element().querySelector('img');
    expect(Number.parseFloat(picture?.style.objectPosition ?? '')).toBeCloseTo((place / 15) * 100, 1);
    await expect.element(result.getByText(/^蓝方认输/)).toBeVisible();
  });
});

describe('a game with an own side', () => {
  test('takes a premove while the other side is to move', async () => {
    const { controller, calls, set } = ownGame({});
    await show(controller);
    await clickMove('g9f9');
    expect(calls).toEqual(['choose 6,0 5,0']);
    set({ premove: moveOf('g9f9') });
    await expect.poll(() => document.querySelectorAll('[data-mark="planned-to"]').length).toBe(1);
  });

  test('asks for confirmation of a move if the setting is on', async () => {
    setConfirmMove(true);
    const { controller, calls } = ownGame({ own: 'red', movers: ['red'] });
    await show(controller);
    await clickMove('a1b1');
    expect(calls).toEqual([]);
    await page.getByRole('button', { name: '就走这步' }).click();
    expect(calls).toEqual(['move 0,8 1,8']);
  });

  test('drops the move to confirm when the position changes', async () => {
    setConfirmMove(true);
    const { controller, set } = ownGame({ own: 'red', movers: ['red'] });
    await show(controller);
    await clickMove('a1b1');
    const make = page.getByRole('button', { name: '就走这步' });
    await expect.element(make).toBeVisible();
    const played = play(gameFrom(), moveOf('g1f1'));
    if (played.ok) set({ game: played.value });
    await expect.element(make).not.toBeInTheDocument();
  });

  test('shows both clocks, one of which runs', async () => {
    const clock = {
      timeLeft: { red: 90_000, blue: 61_000 },
      lastMoveTime: 0,
      control: { initial: 5, increment: 3 },
      turn: 'red',
      now: () => 15_000,
    } as const;
    await show(ownGame({ clock }).controller);
    const red = page.getByRole('timer', { name: '红方剩余时间' });
    const blue = page.getByRole('timer', { name: '蓝方剩余时间' });
    await expect.element(red).toHaveTextContent('1:15');
    await expect.element(red).toHaveAttribute('data-running', 'true');
    await expect.element(blue).toHaveTextContent('1:01');
    await expect.element(blue).toHaveAttribute('data-running', 'false');
  });

  test('offers an undo where the game allows it', async () => {
    const played = play(gameFrom(), moveOf('a1b1'));
    const { controller, calls } = ownGame(played.ok ? { game: played.value } : {});
    await show(controller);
    await page.getByRole('button', { name: '悔棋' }).click();
    expect(calls).toEqual(['undo']);
  });
});
