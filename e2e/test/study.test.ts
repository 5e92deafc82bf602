import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

function press(within: Locator | Player['page'], name: string | RegExp): Promise<void> {
  return within.getByRole('button', { name, exact: true }).click();
}

async function confirm({ page }: Player, name: string): Promise<void> {
  await press(page.getByRole('alertdialog'), name);
}

/** Plays two rounds with an undone move, and a draw by agreement. */
async function playToDraw(player: Player): Promise<void> {
  const side = (name: string) => player.page.getByRole('region', { name, exact: true });
  for (let ply = 0; ply < 4; ply++) {
    await player.tapMove(DEN_GAME[ply]!);
    await player.waitPly(ply + 1);
  }
  await press(side('红方'), '悔棋');
  await player.waitPly(3);
  await player.tapMove(DEN_GAME[3]!);
  await player.waitPly(4);
  await press(side('蓝方'), '求和');
  await confirm(player, '同意和棋');
  await player.page
    .getByRole('dialog', { name: '对局结果' })
    .getByRole('heading', { name: '和棋' })
    .waitFor();
}

/** Saves the game as a file through the menu. */
async function saved({ page }: Player): Promise<string> {
  await press(page, '更多');
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '下载棋谱（.txt）' }).click();
  return readFile(await (await download).path(), 'utf8');
}

/** On a phone the import is in the menu. */
async function importText(player: Player, text: string, isPhone: boolean): Promise<void> {
  const { page } = player;
  if (isPhone) {
    await press(page, '更多');
    await page.getByRole('menuitem', { name: '导入' }).click();
  } else await press(page, '导入');
  const dialog = page.getByRole('dialog', { name: '导入' });
  await dialog.getByRole('textbox').fill(text);
  await press(dialog, '导入');
  await confirm(player, '换掉');
  await dialog.waitFor({ state: 'hidden' });
}

test.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
])('plays, saves, finds, stars, studies, exports and imports a game at %s', async (_, size) => {
  const player = await world.player('记谱人', size);
  const { page } = player;
  await page.getByRole('link', { name: '同屏双人' }).click();
  await playToDraw(player);
  await press(page.getByRole('dialog', { name: '对局结果' }), '保存棋谱');
  await player.sees('棋谱已保存');

  await page.goto('/');
  await page.getByRole('link', { name: /战绩/ }).click();
  await page.getByRole('tab', { name: '本地' }).click();
  const card = page.getByRole('article');
  await expect.poll(() => card.first().textContent()).toContain('议和2 回合本地对局');
  await press(card, '收藏');
  await page.getByLabel('评语', { exact: true }).fill('第二回合再想想');
  await press(page.getByRole('dialog'), '收藏');
  await page.getByRole('tab', { name: '收藏' }).click();
  await card.getByText('第二回合再想想').waitFor();

  await card.getByRole('link', { name: '复盘' }).click();
  await page.waitForURL(/\/analysis\?record=/);
  await page.getByRole('radio', { name: '打谱' }).click();
  await press(page, '到终局');
  await player.waitPly(4);
  await press(page, '上一步');
  await player.tapMove({ from: { x: 6, y: 0 }, to: { x: 6, y: 1 } });
  await page.getByText('变着 1').waitFor();
  await press(page, '回到主谱');
  await player.waitPly(3);
  const branch = page.getByRole('region', { name: '变着' });
  await press(branch, /蓝虎 G9→G8/);
  await player.waitPly(4);
  await press(page, '提升为主谱');
  const text = await saved(player);
  expect(text.replace(/\s+/g, ' ')).toContain('2… 虎G9→G8 ( 2… 狮A8→A9');
  await player.shot(size === PHONE ? 'study-phone' : 'study');

  // Edits of a record stay on this device after a reload and when the record is opened.
  await page.reload();
  await page.getByText('变着 1').waitFor();
  await page.getByRole('link', { name: '返回战绩' }).click();
  await card.getByRole('link', { name: '复盘' }).click();
  await player.waitPly(0);
  await page.getByRole('radio', { name: '打谱' }).click();
  await page.getByText('变着 1').waitFor();
  await importText(player, text, size === PHONE);
  expect(await saved(player)).toBe(text);
  expect(player.errors).toEqual([]);
});
