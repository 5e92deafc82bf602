import { expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { PHONE } from '../src/world.ts';

const world = await joinWorld();

async function playOut([red, blue]: [Player, Player], move: (player: Player, ply: number) => Promise<void>) {
  for (let ply = 0; ply < DEN_GAME.length; ply++) {
    await move(ply % 2 === 0 ? red : blue, ply);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
  }
  await Promise.all([red.waitStatus('red_win'), blue.waitStatus('red_win')]);
  expect([...red.errors, ...blue.errors]).toEqual([]);
}

test('plays a whole game with the keyboard only', async () => {
  const [red, blue] = await world.pair('keys');
  await Promise.all([red.tabToBoard(), blue.tabToBoard()]);
  await playOut([red, blue], (player, ply) => player.keyMove(DEN_GAME[ply]!, player === blue));
  const result = red.page.getByRole('dialog', { name: '对局结果' });
  await result.waitFor();
  await red.page.keyboard.press('Escape');
  await result.waitFor({ state: 'hidden' });
});

test('plays on phones of 390×844 by swipes and taps', async () => {
  const [red, blue] = await world.pair('fingers', { red: PHONE, blue: PHONE });
  await red.shot('phone-red');
  await playOut([red, blue], (player, ply) =>
    player === red ? player.swipeMove(DEN_GAME[ply]!) : player.tapMove(DEN_GAME[ply]!),
  );
  // The board handled the touch: the page did not scroll.
  expect(await red.page.evaluate(() => window.scrollY)).toBe(0);
});

test('a pinch zooms the page and moves no piece', async () => {
  const [red] = await world.pair('pinch', { red: PHONE });
  await red.pinch(DEN_GAME[0]!);
  await red.page.waitForFunction(() => (window.visualViewport?.scale ?? 1) > 1.2);
  await red.tabToBoard();
  await red.keyMove({ from: { x: 6, y: 8 }, to: { x: 6, y: 7 } }, false);
  await red.waitPly(1);
});

test('makes a premove when the turn comes', async () => {
  const [red, blue] = await world.pair('premove');
  await red.clickMove(DEN_GAME[0]!);
  await blue.waitPly(1);
  await blue.clickMove(DEN_GAME[1]!);
  await Promise.all([red.waitPly(2), blue.waitPly(2)]);
  await blue.clickMove(DEN_GAME[3]!);
  await blue.page.locator('[data-mark="planned-to"]').waitFor();
  expect((await blue.room('premove')).ply).toBe(2);
  await red.clickMove(DEN_GAME[2]!);
  await Promise.all([red.waitPly(4), blue.waitPly(4)]);
  expect([...red.errors, ...blue.errors]).toEqual([]);
});
