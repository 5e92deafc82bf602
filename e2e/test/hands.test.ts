import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEN_GAME, VERSION_AT_START } from '../src/games.ts';
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
  await Promise.all([red.waitVersion(VERSION_AT_START), blue.waitVersion(VERSION_AT_START)]);
  for (let i = 0; i < 60; i++) {
    await red.page.keyboard.press('Tab');
    if (await red.page.evaluate(() => document.activeElement?.hasAttribute('data-cell'))) break;
  }
  for (let ply = 0; ply < DEN_GAME.length; ply++) {
    if (ply % 2 === 0) await red.keyMove(DEN_GAME[ply]!, false);
    else if (ply % 4 === 1) await blue.swipeMove(DEN_GAME[ply]!);
    else await blue.tapMove(DEN_GAME[ply]!);
    const v = VERSION_AT_START + ply + 1 + (ply === DEN_GAME.length - 1 ? 1 : 0);
    await Promise.all([red.waitVersion(v), blue.waitVersion(v)]);
  }
  const result = red.page.getByRole('dialog', { name: '对局结果' });
  await result.waitFor();
  await red.page.keyboard.press('Escape');
  await result.waitFor({ state: 'hidden' });
  expect([...red.errors, ...blue.errors]).toEqual([]);
});
