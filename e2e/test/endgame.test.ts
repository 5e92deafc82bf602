import { bestChoice, LEVELS, type Level, levelsOf, readSolution, startOf } from '@doushouqi/endgames';
import { formatFen, type Game, type Move, play, plyCount, positionOf } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

/** Levels with three stars that open the next chapter. */
const ENOUGH = 5;

function after(game: Game, move: Move): Game {
  const played = play(game, move);
  if (!played.ok) throw new Error(played.error);
  return played.value;
}

/** Plays the best moves from the start to the end of a level; `make`: how. */
async function solve(
  player: Player,
  level: Level,
  make = (move: Move) => player.tapMove(move),
): Promise<void> {
  const solution = readSolution(level);
  let game = startOf(level);
  for (let best = bestChoice(solution, game); best; best = bestChoice(solution, game)) {
    await make(best.move);
    game = after(game, best.move);
    if (!best.reply) break;
    game = after(game, best.reply);
    await player.waitPly(plyCount(game));
  }
}

/** Returns a move that loses the goal of a level. */
function wrongMove(level: Level): Move {
  const choices = readSolution(level).get(formatFen(positionOf(startOf(level)))) ?? [];
  return choices.find(({ verdict }) => verdict === 'lost')!.move;
}

test('a visitor solves a level after a wrong move and a hint, and keeps the stars', async () => {
  const [first] = LEVELS;
  const visitor = await world.visitor(PHONE);
  const { page } = visitor;
  await page.getByRole('link', { name: /残局/ }).tap();
  await page.waitForURL('**/endgame');
  await visitor.shot('endgame-path');
  await page.getByRole('link', { name: /第 1 关/ }).tap();
  await page.waitForURL(`**/endgame/${first!.id}`);
  await visitor.board.waitFor();

  await visitor.tapMove(wrongMove(first!));
  await visitor.sees('这样走就赢不成了，退回来再想想。');
  await visitor.waitPly(0);
  await page.getByRole('button', { name: '提示' }).tap();
  await visitor.sees('夫子提示');
  await visitor.shot('endgame-hint');
  await solve(visitor, first!);
  const done = page.getByRole('dialog', { name: '过关' });
  await done.getByRole('img', { name: '2 颗星' }).waitFor();
  await visitor.sees(/用了 1 条提示/);
  await visitor.shot('endgame-done');

  await page.reload();
  await visitor.board.waitFor();
  await page.getByRole('link', { name: '看本章的关卡' }).tap();
  await page.getByRole('link', { name: /第 1 关 .*，2 颗星/ }).waitFor();
  expect(visitor.errors).toEqual([]);
});

test('a visitor solves levels of a chapter in a row until the next chapter opens, on a desktop', async () => {
  const visitor = await world.open(DESKTOP);
  const { page } = visitor;
  await page.goto('/endgame');
  const chapters = page.getByRole('navigation', { name: '各章' });
  await chapters.getByRole('link', { name: /狮虎跳河 还差 14 星/ }).waitFor();
  await page.getByRole('link', { name: /^接着闯/ }).click();
  const done = page.getByRole('dialog', { name: '过关' });
  for (const level of levelsOf('river').slice(0, ENOUGH)) {
    await page.waitForURL(`**/endgame/${level.id}`);
    await visitor.waitPly(0);
    await solve(visitor, level, (move) => visitor.clickMove(move));
    await done.getByRole('img', { name: '3 颗星' }).waitFor();
    await done.getByRole('button', { name: '下一关' }).click();
    await done.waitFor({ state: 'hidden' });
  }
  await visitor.shot('endgame-chapter');
  await page.getByRole('link', { name: '回残局学堂' }).click();
  await chapters.getByRole('link', { name: /狮虎跳河 0 \/ 27 星/ }).click();
  await page.getByRole('heading', { name: '第二章 · 狮虎跳河' }).waitFor();
  await page.getByRole('link', { name: /^第 1 关 .*，还没过/ }).click();
  await page.waitForURL('**/endgame/leap-1');
  await visitor.board.waitFor();
  expect(visitor.errors).toEqual([]);
});

test('what a visitor has learned stays with the guest and the account, and comes to another device', async () => {
  const [first] = LEVELS;
  const one = await world.visitor(PHONE);
  const { page } = one;
  await page.goto('/learn');
  await page.getByRole('button', { name: '走给我看' }).tap();
  await page.getByRole('button', { name: '下一步' }).tap();
  await page.goto(`/endgame/${first!.id}`);
  await one.board.waitFor();
  await solve(one, first!);
  await page.getByRole('dialog', { name: '过关' }).getByRole('img', { name: '3 颗星' }).waitFor();

  await page.goto('/');
  await page.getByRole('link', { name: '和电脑下一盘' }).tap();
  await one.playAsGuest();
  await page.waitForURL('**/play/ai/game');
  await page.goto('/register');
  const { nickname } = await one.storedUser();
  await one.fillRegistration(nickname);
  await page.waitForURL((url) => url.pathname === '/');
  expect(await page.evaluate(() => localStorage.getItem('endgames'))).toBeNull();

  const other = await world.open(DESKTOP);
  await other.page.goto('/settings');
  await other.logIn(one.username);
  await other.page.goto('/endgame');
  await other.page.getByRole('link', { name: /第 1 关 .*，3 颗星/ }).waitFor();
  await other.page.goto('/learn');
  await other.sees('进度存在你的账号里');
  await other.sees(/第 2 步/);
  expect([...one.errors, ...other.errors]).toEqual([]);
});
