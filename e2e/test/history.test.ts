import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const world = await joinWorld();

function fine(...players: Player[]) {
  return expect(players.flatMap(({ errors }) => errors)).toEqual([]);
}

/** Returns the cards of the page, newest game first. */
function cards({ page }: Player): Locator {
  return page.getByRole('article');
}
function press(within: Locator | Player['page'], name: string) {
  return within.getByRole('button', { name, exact: true }).click();
}
async function openHistory(player: Player): Promise<void> {
  await player.page.goto('/');
  await player.page.getByRole('link', { name: /战绩/ }).click();
  await player.page.waitForURL('**/history');
  await cards(player).first().waitFor();
}

/** Plays a few moves, then blue resigns. */
async function playUntilBlueSurrenders(red: Player, blue: Player): Promise<void> {
  for (let ply = 0; ply < 4; ply++) {
    await (ply % 2 === 0 ? red.clickMove(DEN_GAME[ply]!) : blue.tapMove(DEN_GAME[ply]!));
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
  }
  await blue.act('认输');
  await press(blue.page.getByRole('alertdialog'), '认输');
  await Promise.all([red.waitStatus('red_win'), blue.waitStatus('red_win')]);
}

test('lists a game for both players with own result and favorite; its link shows it to a visitor', async () => {
  const [red, blue] = await world.pair('history-1', { red: DESKTOP, blue: PHONE });
  await playUntilBlueSurrenders(red, blue);
  const [record] = await red.records(1);
  // The board also opens from the room itself.
  await red.act('查看棋盘');
  await red.act('棋谱');
  await red.act('复盘');
  await red.sees('红方胜 · 认输');
  await Promise.all([openHistory(red), openHistory(blue)]);
  for (const [player, verdict] of [
    [red, '胜'],
    [blue, '负'],
  ] as const) {
    const text = await cards(player).first().textContent();
    expect(text).toContain('认输2 回合联机 5 + 3');
    expect(text).toContain(verdict);
  }

  await press(red.page, '收藏');
  await red.page.getByLabel('评语', { exact: true }).fill('豹子绕后，一气呵成');
  await press(red.page.getByRole('dialog'), '收藏');
  await red.sees('已收藏');
  await red.page.getByRole('tab', { name: '收藏' }).click();
  await red.sees('豹子绕后，一气呵成');
  await red.shot('history-favorite');
  await blue.page.reload();
  await blue.page.getByRole('tab', { name: '收藏' }).click();
  await blue.sees('还没有收藏');
  await blue.shot('history-no-favorite-phone');

  await press(red.page, '分享');
  await press(red.page, '生成并复制链接');
  const link = new URL(await red.page.getByLabel('分享链接').inputValue());
  expect(link.pathname).toBe('/analysis');
  const visitor = await world.visitor();
  const shareId = link.searchParams.get('shared') ?? '';
  const shared = await (await visitor.api()).getSharedRecord({ params: { shareId } });
  expect(shared.record.notation).toEqual(record?.notation);
  expect(shared.record.favorites).toEqual([]);
  await visitor.page.goto(link.href);
  await visitor.sees('红方胜 · 认输');
  await visitor.page.getByRole('button', { name: '到终局' }).click();
  await visitor.waitPly(4);
  await red.page.keyboard.press('Escape');

  await press(red.page, '取消收藏');
  await red.sees('已取消收藏');
  await red.sees('还没有收藏');
  fine(red, blue, visitor);
});

test('lists, searches, pages, exports and deletes local games', async () => {
  const player = await world.player('独行', PHONE);
  const api = await player.api();
  for (let game = 1; game <= 4; game++) {
    const moves = DEN_GAME.slice(0, 4 + game);
    await api.saveLocalGame({ body: { moves, winner: 0, endReason: 'DRAW_AGREED' } });
  }
  await openHistory(player);
  await player.sees('共 4 局');
  expect(await cards(player).count()).toBe(3);
  await player.page.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => cards(player).count()).toBe(1);

  const download = player.page.waitForEvent('download');
  await press(player.page, '导出全部');
  await press(player.page.getByRole('dialog'), '下载文本');
  expect((await download).suggestedFilename()).toMatch(/^斗兽棋-.*-全部棋谱\.txt$/);
  await player.sees('已导出 4 局');

  await press(player.page, '删除');
  await press(player.page.getByRole('alertdialog'), '删除');
  await player.sees('已删除');
  // The page that contained only this record disappears with it.
  await expect.poll(() => cards(player).count()).toBe(3);
  await player.sees('共 3 局');
  await press(player.page, '胜');
  await player.sees('没有符合条件的对局');
  await player.page.getByRole('button', { name: '清除条件' }).first().click();
  await expect.poll(() => cards(player).count()).toBe(3);
  fine(player);
});

test('opens the history of a visitor after the login', async () => {
  const player = await world.player('归人');
  const visitor = await world.visitor();
  await visitor.page.goto('/history');
  await visitor.page.waitForURL((url) => url.pathname === '/');
  await visitor.logIn(player.username);
  await visitor.page.waitForURL('**/history');
  await visitor.sees('还没有战绩');
  await visitor.shot('history-empty');
  fine(player, visitor);
});
