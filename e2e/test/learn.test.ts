import { firstOpen, LESSONS, type LessonStep, parseProgress, pointOf, stepAt } from '@doushouqi/lessons';
import { type Move, outcome } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { beginnersMove } from '../src/beginner.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

/** Bytes of the first game's id, on which the computer's moves depend: it loses to the beginner after seven rounds. */
const ID_BYTE = 31;
/** Rounds after which the game counts as not won. */
const LONGEST = 40;

/** Waits for what the coach says. */
async function hears({ page }: Player, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
}

async function press({ page }: Player, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).tap();
}

/** `c3c7` */
function move(squares: string): Move {
  return { from: pointOf(squares.slice(0, 2)), to: pointOf(squares.slice(2)) };
}

/** Makes the moves of a step, and waits until the coach is content. */
async function doStep(player: Player, step: LessonStep, make: (move: Move) => Promise<void>): Promise<void> {
  for (const ask of step.asks) {
    await hears(player, ask.title);
    await player.page.locator('[data-testid="board"][data-live="true"]').waitFor();
    await make(move(ask.moves[0]!));
  }
  await hears(player, step.done);
}

/** Goes on from the open step to the end of the course. */
async function finishCourse(player: Player): Promise<void> {
  for (;;) {
    const text = await player.page.evaluate(() => localStorage.getItem('lessons'));
    const place = firstOpen(parseProgress(text));
    if (place === null) return;
    await doStep(player, stepAt(place), (one) => player.tapMove(one));
    await player.page.getByRole('button', { name: /^(下一步|下一课|学完了)$/ }).tap();
  }
}

/** Plays the first game as one who knows the rules only. */
async function playFirstGame(player: Player): Promise<void> {
  const over = player.page.getByRole('dialog', { name: '对局结果' });
  for (let ply = 0; ply < 2 * LONGEST; ply += 2) {
    const game = await player.savedGame();
    if (outcome(game).winner !== null) return;
    await player.tapMove(beginnersMove(game));
    await player.page
      .locator(`[data-testid="board"][data-ply="${ply + 2}"]`)
      .or(over)
      .first()
      .waitFor();
  }
}

test('a visitor gets from home through ten lessons to the first won game, on a phone', async () => {
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
  await page.reload();
  await hears(one, '对方只剩一只猫，吃掉它！');

  await press(one, '全部课程');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /狮虎跳河/ })
    .tap();
  await hears(one, '虎蹲在岸边，往右跳！');
  await one.shot('learn-leap');
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: /^学棋/ }).tap();

  await finishCourse(one);
  await hears(one, '出师了！');
  await one.shot('learn-done');
  await page.evaluate((byte) => {
    crypto.getRandomValues = (array) => {
      (array as unknown as Uint8Array).fill(byte);
      return array;
    };
  }, ID_BYTE);
  await press(one, '下第一盘');
  await one.playAsGuest();
  await page.waitForURL('**/play/ai/game');
  await one.sees('微小草履虫');
  await playFirstGame(one);
  await page.getByRole('dialog', { name: '对局结果' }).getByRole('heading', { name: '你赢了' }).waitFor();
  await one.shot('learn-won');
  expect(one.errors).toEqual([]);
});

test('a lesson by keys only; without a network the next lesson and the endgame school open', async () => {
  const one = await world.visitor(DESKTOP);
  const { page } = one;
  await one.tabTo(page.getByRole('link', { name: /^学棋/ }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/learn');
  await one.tabToBoard();
  const [first, second] = LESSONS;
  for (const step of first!.steps) {
    await doStep(one, step, (next) => one.keyMove(next, false));
    await page.locator('button:focus', { hasText: /^(下一步|下一课)$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-cell]:focus').waitFor();
  }
  const [step] = second!.steps;
  await hears(one, step!.asks[0].title);

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await doStep(one, step!, (next) => one.clickMove(next));
  await page.goto('/endgame');
  await page.getByRole('link', { name: /^第 1 关/ }).click();
  await one.board.waitFor();
  await page.context().setOffline(false);
  expect(one.errors).toEqual([]);
});
