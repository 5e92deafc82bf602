import { formatProgress, LESSONS } from '@doushouqi/lessons';
import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { PHONE } from '../src/world.ts';

const world = await joinWorld();

/** Waits for what the coach says. */
async function hears({ page }: Player, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}

async function press({ page }: Player, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).tap();
}

/** A square's point: `c3`. */
function at(square: string) {
  return { x: square.charCodeAt(0) - 97, y: 9 - Number(square[1]) };
}

function move(squares: string) {
  return { from: at(squares.slice(0, 2)), to: at(squares.slice(2)) };
}

/** All steps but the last. */
const STEPS = LESSONS.flatMap(({ steps }) => steps.map(({ id }) => id)).slice(0, -1);

test('a visitor learns from the first step to the first game, on a phone', async () => {
  const one = await world.visitor(PHONE);
  const { page } = one;
  await page.getByRole('link', { name: /^学棋/ }).tap();
  await page.waitForURL('**/learn');

  await hears(one, '点狮，再点蓝色兽穴！');
  await one.tapMove(move('d8c8'));
  await one.sees('兽穴就在正上方，一步就到。');
  await page.locator('[data-testid="board"][data-ply="0"]').waitFor();
  await one.tapMove(move('d8d9'));
  await hears(one, '进穴了，赢！');
  await press(one, '下一步');

  await hears(one, '狗守在家门口，往上走。');
  await one.tapMove(move('d2d1'));
  await one.sees('这是自己的兽穴，自己的棋不能进。往上走。');
  await one.shot('learn-wrong');
  await press(one, '走给我看');
  await hears(one, '出门了。往上，都是路。');
  await press(one, '下一步');

  await hears(one, '对方只剩一只猫，吃掉它！');
  await page.reload();
  await hears(one, '对方只剩一只猫，吃掉它！');
  await one.tabToBoard();
  await one.keyMove(move('d5d6'), false);
  await hears(one, '吃光了，也是赢。');
  await press(one, '下一课');
  await hears(one, '点狼，往前走一格。');

  await press(one, '全部课程');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /狮虎跳河/ })
    .tap();
  await hears(one, '虎蹲在岸边，往右跳！');
  await one.shot('learn-leap');
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');

  const { done } = await page.evaluate(() => JSON.parse(localStorage.getItem('lessons') ?? '{}'));
  expect(done).toEqual(['board-den', 'board-own-den', 'board-take-all']);
  await page.evaluate(
    (text) => localStorage.setItem('lessons', text),
    formatProgress({ done: STEPS, seconds: 600 }),
  );
  await page.goto('/learn');
  await hears(one, '全员到齐，红方先走！');
  await one.tapMove(move('a1b1'));
  await hears(one, '开局了，像个棋手了。');
  await press(one, '学完了');
  await hears(one, '出师了！');
  await one.shot('learn-done');
  await press(one, '下第一盘');
  await one.playAsGuest();
  await page.waitForURL('**/play/ai/game');
  await one.sees('微小草履虫');
  await one.tapMove(move('g3g4'));
  await one.waitPly(2);
  expect(one.errors).toEqual([]);
});
