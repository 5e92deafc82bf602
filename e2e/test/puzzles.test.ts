import type { Puzzle } from '@doushouqi/puzzles';
import type { Move } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { puzzleOf, wrongMove } from '../src/solving.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

/** Returns the puzzle whose address is open. */
async function shownPuzzle({ page }: Player): Promise<Puzzle> {
  await page.waitForURL(/\/puzzle\/[0-9a-z]{4,6}$/);
  return puzzleOf(new URL(page.url()).pathname.split('/').at(-1)!);
}

/** Returns the puzzle of a day. */
async function dailyPuzzle(player: Player): Promise<Puzzle> {
  const { puzzle } = await (await player.api()).getDailyPuzzle();
  return puzzleOf(puzzle.id);
}

type Way = (player: Player, move: Move) => Promise<void>;
const tap: Way = (player, move) => player.tapMove(move);
const click: Way = (player, move) => player.clickMove(move);

/** Waits until the solver may move. */
async function waitTurn({ page }: Player): Promise<void> {
  await page.locator('[data-testid="board"][data-live="true"]').waitFor();
}

/** Plays the line of the open puzzle from its beginning. */
async function solve(player: Player, { line }: Puzzle, make: Way): Promise<void> {
  for (let ply = 0; ply < line.length; ply += 2) {
    await waitTurn(player);
    await make(player, line[ply]!);
    await player.waitPly(Math.min(line.length, ply + 2) + 1);
  }
}

test.each([
  ['phone', PHONE, tap],
  ['desktop', DESKTOP, click],
] as const)(
  'a member solves the puzzle of the day after a wrong move, on a %s',
  async (name, device, make) => {
    const one = await world.player(name === 'phone' ? '题手' : '题桌', device);
    const { page } = one;
    await page.goto('/puzzle/daily');
    await one.board.waitFor();
    const puzzle = await dailyPuzzle(one);
    await waitTurn(one);
    await make(one, wrongMove(puzzle));
    await one.sees('再想想');
    await page.getByRole('button', { name: '再试一次' }).waitFor();
    await one.waitPly(1);
    await one.shot(`puzzle-wrong-${name}`);

    // The attempt survives a reload.
    await page.reload();
    await one.board.waitFor();
    await solve(one, puzzle, make);
    await page.getByRole('heading', { name: '解开了' }).waitFor();
    await one.sees(/试了 2 次/);
    await one.shot(`puzzle-solved-${name}`);
    const api = await one.api();
    const { daily, rating } = await api.getSolver();
    expect(daily.days).toBe(1);
    expect(rating?.puzzles).toBe(1);

    await page.getByRole('button', { name: '接着解题' }).click();
    await shownPuzzle(one);
    await page.goto('/puzzle/mistakes');
    await page.getByRole('link', { name: /再做/ }).waitFor();
    await one.shot(`puzzle-mistakes-${name}`);
    expect(one.errors).toEqual([]);
  },
);

test('a visitor solves by keyboard only and goes on to the next puzzle', async () => {
  const visitor = await world.open(DESKTOP);
  const { page } = visitor;
  await page.goto('/puzzle');
  const first = await shownPuzzle(visitor);
  await visitor.sees(/登录后解题有题分/);
  await visitor.tabToBoard();
  for (let ply = 0; ply < first.line.length; ply += 2) {
    await waitTurn(visitor);
    await visitor.keyMove(first.line[ply]!, first.fen.endsWith(' b'));
    await visitor.waitPly(Math.min(first.line.length, ply + 2) + 1);
  }
  await page.locator('button:focus', { hasText: '下一题' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith(first.id));
  await page.locator('[data-cell]:focus').waitFor();
  await page.goBack();
  await page.waitForURL(`**/puzzle/${first.id}`);
  await visitor.board.waitFor();
  expect(visitor.errors).toEqual([]);
});

test('a rush goes on after a reload and ends with the third mistake', async () => {
  const one = await world.player('冲冲', PHONE);
  const { page } = one;
  await page.goto('/puzzle/rush');
  await page.getByRole('button', { name: '开始' }).tap();
  await one.waitStatus('playing');
  await one.shot('rush');
  await page.reload();
  await one.waitStatus('playing');
  for (let mistakes = 1; mistakes <= 3; mistakes++) {
    await waitTurn(one);
    const rushId = await page.evaluate(() => sessionStorage.getItem('rush'));
    const { task } = await (await one.api()).getRush({ params: { rushId: rushId! } });
    await tap(one, wrongMove(puzzleOf(task!.puzzle.id)));
    if (mistakes < 3) await page.getByRole('img', { name: new RegExp(`错了 ${mistakes} 次`) }).waitFor();
  }
  await one.sees('错满三次');
  await page.getByRole('button', { name: '再冲一次' }).waitFor();
  await one.shot('rush-end');
  expect(one.errors).toEqual([]);
});

test('without a network the page says what works without one', async () => {
  const visitor = await world.visitor(PHONE);
  const { page } = visitor;
  await page.goto('/puzzle');
  await shownPuzzle(visitor);
  await page.getByRole('button', { name: '更多' }).tap();
  const choice = page.getByRole('dialog').getByRole('radio', { name: '守穴' });
  await choice.waitFor();
  await page.context().setOffline(true);
  await choice.click();
  await page.getByRole('heading', { name: '现在没有网络' }).waitFor();
  await visitor.shot('puzzle-offline');
  await page.getByRole('link', { name: '去闯关' }).waitFor();
  await page.context().setOffline(false);
  expect(visitor.errors).toEqual([]);
});
