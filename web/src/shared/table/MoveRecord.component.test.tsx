import { moveOf } from '@doushouqi/room-client/testing';
import {
  formatPositionString,
  type Game,
  legalGameMoves,
  type Move,
  play,
  positionOf,
} from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Providers } from '../../../test/Providers.tsx';
import { gameFrom, ownGame } from '../../../test/tables.tsx';
import type { GameController } from '../../game/controller.ts';
import { MoveRecordCard } from './MoveRecord.tsx';
import MoveRecordDialog from './MoveRecordDialog.tsx';
import { useTable } from './use-table.ts';

function after(game: Game, move: Move): Game {
  const played = play(game, move);
  if (!played.ok) throw new Error(played.error);
  return played.value;
}

/** Returns a game of twenty rounds. */
function longGame(): Game {
  let game = gameFrom();
  for (let ply = 0; ply < 40; ply++) {
    const moves = legalGameMoves(game);
    game = after(game, moves[(ply * 5) % moves.length]!);
  }
  return game;
}
const LONG = longGame();
/** Both sides capture at once. */
const CAPTURES = ['g1g2', 'a9a8'].map(moveOf).reduce(after, gameFrom('l6/C6/7/7/7/7/7/6w/6E w'));

function Dialog({ controller }: { controller: GameController }) {
  return <MoveRecordDialog table={useTable(controller)} open onClose={() => {}} />;
}
function Card({ controller, ...size }: { controller: GameController; height: number; width: number }) {
  const table = useTable(controller);
  return (
    <div style={{ ...size, display: 'flex' }}>
      <MoveRecordCard table={table} />
    </div>
  );
}
function showDialog(controller: GameController) {
  return render(
    <Providers>
      <Dialog controller={controller} />
    </Providers>,
  );
}
function card(controller: GameController, height: number, width = 300) {
  return (
    <Providers>
      <Card {...{ controller, height, width }} />
    </Providers>
  );
}
function boxOf(element: Element | null) {
  if (!element) throw new Error('nothing there');
  return element.getBoundingClientRect();
}
function list() {
  return page.getByRole('region', { name: '棋谱' }).element();
}
function current() {
  return list().querySelector('[aria-current]');
}

test('shows the last row of a long game above the copies', async () => {
  await showDialog(ownGame({ game: LONG }).controller);
  const fen = page.getByRole('textbox', { name: 'FEN' });
  await expect.element(fen).toBeVisible();
  expect(boxOf(list()).bottom).toBeLessThanOrEqual(boxOf(fen.element()).top);
  expect(boxOf(current()).bottom).toBeLessThanOrEqual(boxOf(list()).bottom + 1);
});

test('offers the position, also before the first game', async () => {
  const { controller } = ownGame({ gameId: null, status: 'waiting' });
  await showDialog(controller);
  await expect
    .element(page.getByRole('textbox', { name: '局面代码' }))
    .toHaveValue(formatPositionString(positionOf(controller.store.getState().game)));
});

test.each([
  ['playing', 0],
  ['over', 1],
] as const)('the way to the analysis is there once the game is over: %s', async (status, ways) => {
  await showDialog(ownGame({ status }).controller);
  await expect.element(page.getByRole('textbox', { name: 'FEN' })).toBeVisible();
  expect(page.getByRole('button', { name: '复盘' }).elements()).toHaveLength(ways);
});

test('keeps the current move in sight when the list shrinks', async () => {
  const { controller } = ownGame({ game: LONG });
  const screen = await render(card(controller, 420));
  await screen.rerender(card(controller, 200));
  await expect.poll(() => boxOf(current()).bottom <= boxOf(list()).bottom + 1).toBe(true);
});

test('ignores a scroll event that follows a resize of the list', async () => {
  await render(card(ownGame({ game: LONG }).controller, 420));
  const frame = list().closest<HTMLElement>('[style*="height"]')!;
  frame.style.height = '200px';
  list().dispatchEvent(new Event('scroll'));
  await expect.poll(() => boxOf(current()).bottom <= boxOf(list()).bottom + 1).toBe(true);
});

test.each([130, 230, 300, 360])('keeps the text of a move in its column, %d px wide', async (width) => {
  await render(card(ownGame({ game: CAPTURES }).controller, 300, width));
  const moves = [...list().querySelectorAll('button')];
  expect(moves.some((move) => move.querySelector('img'))).toBe(true);
  for (const move of moves) expect(move.scrollWidth).toBeLessThanOrEqual(move.clientWidth);
});
