import { type Game, outcome, plyCount } from '@doushouqi/rules';
import { expect, test } from 'vitest';
import { beginnersMove } from '../src/beginner.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { PHONE } from '../src/world.ts';

const world = await joinWorld();

/** Number of rounds after which the player resigns: a game may also be long. */
const LONGEST = 30;
/** Rounds before the network loss: about as long as the service worker needs to start. */
const ONLINE = 5;

/** Makes a move of the user and waits for the computer's answer. Returns the game after both. */
async function playOn(one: Player, game: Game): Promise<Game> {
  await one.tapMove(beginnersMove(game));
  const after = plyCount(game) + 2;
  const over = one.page.getByRole('dialog', { name: '对局结果' });
  await one.page.locator(`[data-testid="board"][data-ply="${after}"]`).or(over).first().waitFor();
  return one.savedGame();
}

/** Reloads the page without a network, from the device's storage. */
async function loseNetwork({ page }: Player): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
}

test('finishes a game against level 1 on a phone without a network, and saves it after the reconnect', async () => {
  const one = await world.player('棋童', PHONE);
  const { page } = one;
  await page.getByRole('link', { name: '人机对战' }).tap();
  await page.getByRole('radio', { name: /微小草履虫/ }).tap();
  await page.getByRole('button', { name: '开始对局' }).tap();
  await one.board.waitFor();

  let game = await one.savedGame();
  for (let round = 0; outcome(game).winner === null && round < LONGEST; round++) {
    if (round === ONLINE) await loseNetwork(one);
    game = await playOn(one, game);
  }
  if (outcome(game).winner === null) {
    await page.getByRole('button', { name: '认输' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: '认输', exact: true }).tap();
  }
  const result = page.getByRole('dialog', { name: '对局结果' });
  await result.getByRole('heading', { name: /你赢了|你输了|和棋/ }).waitFor();
  await one.shot('ai-result');

  await page.context().setOffline(false);
  await result.getByRole('button', { name: '保存棋谱' }).tap();
  await one.sees('棋谱已保存');
  await page.goto('/history');
  await one.sees('人机 1 级');
  const [record] = await one.records(1);
  expect(record).toMatchObject({ aiType: 'plain', aiLevel: 1, players: { red: { nickname: '棋童' } } });
  expect(one.errors).toEqual([]);
});
