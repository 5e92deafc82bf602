import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';

const world = await joinWorld();

/** Places a piece of the pool on a square by a press on each. */
async function place({ page }: Player, piece: string, square: string): Promise<void> {
  await page.locator(`[data-pool="${piece}"]`).click();
  await page.locator(`[data-cell="${square}"]`).click();
}

function move(player: Player, text: string): Promise<void> {
  const [from, to] = text.split('-').map((point) => ({ x: Number(point[0]), y: Number(point[2]) }));
  return player.clickMove({ from: from!, to: to! });
}

async function press({ page }: Player, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Saves the game as a file through the menu. */
async function saved(player: Player): Promise<string> {
  await press(player, '更多');
  const download = player.page.waitForEvent('download');
  await player.page.getByRole('menuitem', { name: '下载棋谱（.txt）' }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('sets up a position, plays, branches, returns, comments, exports and imports as a visitor', async () => {
  const player = await world.visitor();
  const { page } = player;
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  await page.getByRole('link', { name: /分析/ }).click();
  await page.waitForURL('**/analysis');
  await press(player, '清空');
  await place(player, 'red-tiger', '0,8');
  await place(player, 'red-rat', '1,4');
  await place(player, 'blue-lion', '6,0');
  await place(player, 'blue-cat', '1,3');
  await page.getByText('只有鼠可以下河').first().waitFor();
  // The piece stays selected for another try.
  await player.cell({ x: 2, y: 2 }).click();
  await page.getByRole('radiogroup', { name: '先行' }).getByRole('radio', { name: '蓝方' }).click();
  await press(player, '从这里走子');
  for (const text of ['6,0-6,1', '0,8-0,7', '6,1-6,2']) await move(player, text);
  await player.waitPly(3);
  await press(player, '转入打谱');

  await press(player, '上一步');
  await move(player, '2,2-3,2');
  await page.getByText('变着 1').waitFor();
  await page.getByRole('textbox', { name: '这一步的评注' }).fill('猫先守住 {中路}，再看。');
  await press(player, '回到主谱');
  await player.waitPly(2);
  await page.getByRole('button', { name: /蓝猫 C7→D7/ }).click();
  await player.waitPly(3);
  const text = await saved(player);
  expect(text).toContain('( 2… 猫C7→D7 {猫先守住 {中路\\}，再看。} )');

  await page.reload();
  await player.waitPly(3);
  expect(await saved(player)).toBe(text);

  await page.getByRole('radio', { name: '摆子' }).click();
  await press(player, '导入');
  const dialog = page.getByRole('dialog', { name: '导入' });
  await dialog.getByRole('textbox').fill(text.replace('狮G9→G8', '狮G9→G5'));
  await dialog.getByRole('button', { name: '导入', exact: true }).click();
  await dialog.getByText(/无效的棋谱格式：.*第 1 步/).waitFor();
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: '导入', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '换掉' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await saved(player)).toBe(text);
  expect([...player.errors, ...said]).toEqual([]);
});

test('shows a position by its link to a visitor', async () => {
  const player = await world.visitor();
  const { page } = player;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/analysis');
  await page.getByRole('radio', { name: '走子' }).click();
  await move(player, '0,6-0,5');
  await press(player, '更多');
  await page.getByRole('menuitem', { name: '复制链接' }).click();
  await page.getByText('链接已复制').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await world.visitor();
  await other.page.goto(link);
  await other.waitPly(1);
  expect(other.errors).toEqual([]);
});
