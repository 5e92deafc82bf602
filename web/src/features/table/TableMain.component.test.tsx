import { type Game, newGame, outcome, parseFen, play } from '@doushouqi/rules';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStore } from 'zustand/vanilla';
import { Providers } from '../../../test/Providers.tsx';
import { middleOf, mouseClick } from '../../../test/pointers.ts';
import { moveOf } from '../../../test/rooms.ts';
import type { GameController, GameState } from '../../game/controller.ts';
import { setConfirmMove } from './confirm-setting.ts';
import type { Person } from './PlayerBar.tsx';
import { TableMain } from './TableMain.tsx';
import { useTable } from './use-table.ts';

/** Two people at one screen: all that a table needs of a game. */
const SEATS = { gameId: 'local', version: 0, own: null, movers: [1, 2], clock: null, premove: null } as const;
function hotSeat(start: Game): GameController {
  const statusOf = (game: Game) => (outcome(game).winner === -1 ? 'playing' : 'over');
  const store = createStore<GameState>(() => ({ ...SEATS, game: start, status: statusOf(start) }));
  const move: GameController['move'] = (from, to) => {
    const played = play(store.getState().game, { from, to });
    if (played.ok) store.setState({ game: played.value, status: statusOf(played.value) });
  };
  return { store, move };
}

/** A game at one's own side, with all that a game may have; it changes by `set` alone. */
function ownGame(state: Partial<GameState>) {
  const store = createStore<GameState>(() => ({
    ...hotSeat(gameFrom()).store.getState(),
    own: 2,
    movers: [2],
    ...state,
  }));
  const calls: string[] = [];
  const say = (name: string) => (from: { x: number; y: number }, to: { x: number; y: number }) =>
    void calls.push(`${name} ${from.x},${from.y} ${to.x},${to.y}`);
  const premoves = { choose: say('choose'), cancel: () => void calls.push('cancel') };
  const undo = (): void => void calls.push('undo');
  const controller: GameController = { store, move: say('move'), premoves, undo };
  return { controller, calls, set: (change: Partial<GameState>) => store.setState(change) };
}

function gameFrom(fen?: string): Game {
  if (fen === undefined) return newGame();
  const position = parseFen(fen);
  if (!position.ok) throw new Error(fen);
  return newGame(undefined, position.value);
}

const PEOPLE: Record<1 | 2, Person> = {
  1: { nickname: '山君', online: null },
  2: { nickname: '苍狼', online: null },
};

function LaidTable({ controller }: { controller: GameController }) {
  return <TableMain table={useTable(controller)} people={PEOPLE} />;
}

function show(controller: GameController) {
  return render(
    <Providers>
      <LaidTable controller={controller} />
    </Providers>,
  );
}

async function clickMove(text: string): Promise<void> {
  const { from, to } = moveOf(text);
  for (const { x, y } of [from, to]) {
    const cell = document.querySelector(`[data-cell="${x},${y}"]`);
    if (!cell) throw new Error(`no square ${x},${y}`);
    await mouseClick(middleOf(cell));
  }
}
function plies() {
  return page.getByTestId('board').element().getAttribute('data-ply');
}
function moves() {
  return page.getByRole('region', { name: '棋谱' }).element().textContent;
}

beforeEach(() => setConfirmMove(false));

describe('two people at one screen', () => {
  test('move in turn, and what they moved stands in the list', async () => {
    await show(hotSeat(gameFrom()));
    await expect.element(page.getByText('山君')).toBeVisible();
    await clickMove('a1b1');
    await clickMove('a9b9');
    await expect.poll(plies).toBe('2');
    await expect.poll(moves).toBe('1虎A1→B1狮A9→B92等待落子…');
    expect(page.getByRole('timer').elements()).toEqual([]);
  });

  test('see who has won, and may look at the board again', async () => {
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

  test('have a row of their own for the first move of blue', async () => {
    await show(hotSeat(gameFrom('l6/7/7/7/7/7/7/7/6E b')));
    await expect.element(page.getByText('还没有落子，蓝方先行。')).toBeVisible();
    await clickMove('a9b9');
    await clickMove('g1f1');
    await expect.poll(moves).toBe('1狮A9→B92象G1→F1等待落子…');
  });
});

describe('a game at one’s own side', () => {
  test('takes a premove while the other side is to move', async () => {
    const { controller, calls, set } = ownGame({});
    await show(controller);
    await clickMove('g9f9');
    expect(calls).toEqual(['choose 6,0 5,0']);
    set({ premove: moveOf('g9f9') });
    await expect.poll(() => document.querySelectorAll('[data-mark="planned-to"]').length).toBe(1);
  });

  test('asks before a move, where the person wishes so', async () => {
    setConfirmMove(true);
    const { controller, calls } = ownGame({ own: 1, movers: [1] });
    await show(controller);
    await clickMove('a1b1');
    expect(calls).toEqual([]);
    await page.getByRole('button', { name: '走这一步' }).click();
    expect(calls).toEqual(['move 0,8 1,8']);
  });

  test('forgets the move to be confirmed when the position is another one', async () => {
    setConfirmMove(true);
    const { controller, set } = ownGame({ own: 1, movers: [1] });
    await show(controller);
    await clickMove('a1b1');
    const make = page.getByRole('button', { name: '走这一步' });
    await expect.element(make).toBeVisible();
    const played = play(gameFrom(), moveOf('g1f1'));
    if (played.ok) set({ game: played.value });
    await expect.element(make).not.toBeInTheDocument();
  });

  test('shows both clocks, of which one runs', async () => {
    const clock = {
      timeLeft: { player1: 90_000, player2: 61_000 },
      lastMoveTime: 0,
      control: { initial: 5, increment: 3 },
      turn: 1,
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

  test('can take back where the game allows it', async () => {
    const played = play(gameFrom(), moveOf('a1b1'));
    const { controller, calls } = ownGame(played.ok ? { game: played.value } : {});
    await show(controller);
    await page.getByRole('button', { name: '悔棋' }).click();
    expect(calls).toEqual(['undo']);
  });
});
