import { expect, test } from 'vitest';
import { DEN_GAME, DEN_RECORD } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { PHONE } from '../src/world.ts';

const world = await joinWorld();

/** Returns the controls of a side. */
function strip({ page }: Player, side: '红方' | '蓝方') {
  return page.getByRole('region', { name: side, exact: true });
}

async function confirm({ page }: Player, name: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
}

/** Waits until the images of board and pieces are shown. */
async function seesBoard(player: Player): Promise<void> {
  await player.board.waitFor();
  const pictures = player.board.locator('img');
  await pictures.first().waitFor();
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
}

test('starts a local game with one press; supports undo, reload and draw', async () => {
  const two = await world.visitor(PHONE);
  await two.page.getByRole('link', { name: '同屏双人' }).tap();
  await seesBoard(two);
  await two.tapMove(DEN_GAME[0]!);
  await two.waitPly(1);
  await two.tapMove(DEN_GAME[1]!);
  await two.waitPly(2);
  await two.shot('local-phone');

  // Blue has just moved and cannot undo; red can.
  await strip(two, '蓝方').getByRole('button', { name: '悔棋' }).tap({ force: true });
  await two.sees('刚走完的一方不能悔棋');
  await strip(two, '红方').getByRole('button', { name: '悔棋' }).tap();
  await two.sees('悔棋成功');
  await two.waitPly(1);

  await two.page.reload();
  await two.waitPly(1);
  await two.tapMove(DEN_GAME[1]!);
  await two.waitPly(2);

  await strip(two, '蓝方').getByRole('button', { name: '求和' }).tap();
  await confirm(two, '同意和棋');
  const result = two.page.getByRole('dialog', { name: '对局结果' });
  await result.getByRole('heading', { name: '和棋' }).waitFor();
  await two.sees('双方议和 · 1 回合');
  await result.getByRole('button', { name: '再来一局' }).tap();
  await two.waitPly(0);
  expect(two.errors).toEqual([]);
});

test('saves a visitor’s game once after the login', async () => {
  const member = await world.player('棋友');
  const two = await world.visitor(PHONE);
  await two.page.getByRole('link', { name: '同屏双人' }).tap();
  await seesBoard(two);
  for (const [ply, move] of DEN_GAME.entries()) {
    await two.tapMove(move);
    await two.waitPly(ply + 1);
  }
  const result = two.page.getByRole('dialog', { name: '对局结果' });
  await result.getByRole('button', { name: '保存棋谱' }).tap();
  await two.logIn(member.username);
  await two.sees('棋谱已保存');
  await two.page.waitForURL('**/play/local');
  await two.waitPly(DEN_GAME.length);

  // A second save, after a reload that dropped the state, gives the same record.
  await two.page.reload();
  const answer = two.page.waitForResponse('**/api/game-records/local');
  await two.page.getByRole('button', { name: '保存棋谱' }).first().tap();
  expect((await answer).status()).toBe(201);
  const records = await two.records(1);
  expect(records.map(({ type, notation }) => [type, notation.record])).toEqual([['local', DEN_RECORD]]);
  expect(two.errors).toEqual([]);
});

test('ends a game with clocks when a side runs out of time, and the history shows it', async () => {
  const two = await world.player('棋钟', PHONE);
  const { page } = two;
  await page.clock.install();
  await page.goto('/play/local');
  await seesBoard(two);
  await page.getByRole('button', { name: '对局设置' }).tap();
  await page.getByRole('radio', { name: '自定' }).tap();
  await page.getByRole('slider', { name: '每方分钟' }).press('Home');
  await page.getByRole('slider', { name: '每步加秒' }).press('Home');
  await page.keyboard.press('Escape');
  const clock = strip(two, '蓝方').getByRole('timer');
  await expect.poll(() => clock.textContent()).toBe('1:00');
  await two.tapMove(DEN_GAME[0]!);
  await two.waitPly(1);
  await page.clock.fastForward(30_000);
  await expect.poll(() => clock.textContent()).toMatch(/^0:[23]\d$/);
  await two.shot('local-clock-phone');

  // The time in which the page is closed counts for neither side.
  await page.reload();
  await expect.poll(() => clock.textContent()).toMatch(/^(1:00|0:5\d)$/);
  await page.clock.fastForward(60_000);
  const result = page.getByRole('dialog', { name: '对局结果' });
  await result.getByRole('heading', { name: '红方胜' }).waitFor();
  await two.sees('蓝方超时 · 1 回合');
  await result.getByRole('button', { name: '保存棋谱' }).tap();
  await two.sees('棋谱已保存');
  await two.shot('local-timeout-phone');
  await page.goto('/history');
  await two.sees('本地对局 1 + 0');
  expect(await page.getByRole('article').first().textContent()).toContain('超时1 回合本地对局 1 + 0');
  expect(two.errors).toEqual([]);
});

test('opens offline pages and finishes a game without a network', async () => {
  const two = await world.visitor(PHONE);
  const { page } = two;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);

  await page.goto('/play/local');
  await seesBoard(two);
  for (const [ply, move] of DEN_GAME.slice(0, 4).entries()) {
    await two.tapMove(move);
    await two.waitPly(ply + 1);
  }
  await page.reload();
  await two.waitPly(4);
  await page.getByRole('button', { name: '保存棋谱' }).tap();
  await two.sees('没有网络：棋局已存在本机，联网后再保存');
  for (const [index, move] of DEN_GAME.slice(4).entries()) {
    await two.tapMove(move);
    await two.waitPly(5 + index);
  }
  await page.getByRole('dialog', { name: '对局结果' }).getByRole('heading', { name: '红方胜' }).waitFor();
  await two.shot('local-offline');
  await page.getByRole('button', { name: '复盘' }).tap();
  await page.waitForURL('**/analysis');
  await seesBoard(two);
  await two.sees('红方胜 · 入穴');

  await page.goto('/');
  await page.getByRole('link', { name: '对弈', exact: true }).tap();
  await page.waitForURL('**/play');
  await page.getByRole('link', { name: /^同屏双人/ }).waitFor();
  await page.goto('/register');
  await page.getByRole('heading', { name: '这一页需要网络' }).waitFor();
  await page.getByRole('link', { name: '同屏双人' }).tap();
  await two.waitPly(DEN_GAME.length);
  expect(two.errors).toEqual([]);
});
