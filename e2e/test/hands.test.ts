import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { PHONE, startWorld, type World } from '../src/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test('one plays with the keys alone, the other with a finger on a phone', async () => {
  const red = await world.player('山君');
  await red.enterRoom('hands');
  const blue = await world.player('苍狼', PHONE);
  await blue.enterRoom('hands');
  await Promise.all([red.waitStatus('playing'), blue.waitStatus('playing')]);
  for (let i = 0; i < 60; i++) {
    await red.page.keyboard.press('Tab');
    if (await red.page.evaluate(() => document.activeElement?.hasAttribute('data-cell'))) break;
  }
  for (let ply = 0; ply < DEN_GAME.length; ply++) {
    if (ply % 2 === 0) await red.keyMove(DEN_GAME[ply]!, false);
    else if (ply % 4 === 1) await blue.swipeMove(DEN_GAME[ply]!);
    else await blue.tapMove(DEN_GAME[ply]!);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
  }
  const result = red.page.getByRole('dialog', { name: '对局结果' });
  await result.waitFor();
  await red.page.keyboard.press('Escape');
  await result.waitFor({ state: 'hidden' });
  expect([...red.errors, ...blue.errors]).toEqual([]);
});
