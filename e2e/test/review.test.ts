import { expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

/** Timeout of the engine on a busy machine, ms. */
const PATIENT = 60_000;

async function playAndSave(player: Player): Promise<void> {
  const { page } = player;
  await page.getByRole('link', { name: '同屏双人' }).click();
  for (const [index, move] of DEN_GAME.entries()) {
    await player.tapMove(move);
    await player.waitPly(index + 1);
  }
  await page.getByRole('dialog', { name: '对局结果' }).getByRole('button', { name: '保存棋谱' }).click();
  await player.sees('棋谱已保存');
}

async function openSaved({ page }: Player): Promise<void> {
  await page.goto('/history');
  await page.getByRole('article').first().getByRole('link', { name: '复盘' }).click();
  await page.waitForURL(/\/analysis\?record=/);
}

test('analyzes a saved game on a desktop with graph and arrows, then reviews it on a phone', async () => {
  const player = await world.player('复盘人', DESKTOP);
  const { page } = player;
  await playAndSave(player);

  await openSaved(player);
  await page.getByRole('radio', { name: '打谱' }).click();
  await page.getByRole('switch', { name: '智能分析' }).click();
  await page.locator('[data-shape]').first().waitFor({ timeout: PATIENT });
  const graph = page.getByRole('slider', { name: '红方胜率走势' });
  await page.locator('[data-graph-ply]').first().waitFor({ state: 'attached', timeout: PATIENT });
  await graph.press('End');
  await player.waitPly(DEN_GAME.length);
  await player.shot('analysis-engine');

  await page.setViewportSize(PHONE.viewport);
  await page.evaluate(() => localStorage.removeItem('reviews'));
  await openSaved(player);
  await page.getByText('准确率').waitFor({ timeout: PATIENT });
  await page.getByRole('button', { name: '下个失误' }).click();
  await page.getByRole('region', { name: '这一步的评价' }).waitFor();
  await player.shot('review-phone');
  await page.getByRole('button', { name: '走走看' }).click();
  await page.getByRole('button', { name: '回到主谱' }).click();
  await page.getByRole('region', { name: '这一步的评价' }).or(page.getByText('逐步翻看')).first().waitFor();

  await page.getByRole('button', { name: /^重走失误/ }).click();
  await page
    .getByRole('button', { name: /^双方/ })
    .or(page.getByRole('button', { name: '看答案' }))
    .waitFor();
  if (await page.getByRole('button', { name: /^双方/ }).isVisible())
    await page.getByRole('button', { name: /^双方/ }).click();
  const tried = Number(await player.board.getAttribute('data-ply'));
  await player.tapMove(DEN_GAME[tried]!);
  await player.sees(/正是实战的那一步/);
  await page.getByRole('button', { name: '看答案' }).click();
  await player.sees(/^应走/);
  await player.shot('retry-phone');
  await page.getByRole('button', { name: /^(下一处|看结果)$/ }).click();
  await page.getByRole('region', { name: '重走失误' }).getByRole('button', { name: '回到复盘' }).click();
  await page.getByRole('button', { name: /^重走失误/ }).waitFor();
  expect(player.errors).toEqual([]);
});
