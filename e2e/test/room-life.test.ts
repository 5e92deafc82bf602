import { expect, test } from 'vitest';
import { DEN_GAME } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';

const world = await joinWorld();

function fine(...players: Player[]) {
  return expect(players.flatMap(({ errors }) => errors)).toEqual([]);
}

/** Plays plies `from` to `to` of the game to the den; everyone in the room sees each. */
async function play([red, blue]: [Player, Player], from: number, to: number, others: Player[] = []) {
  for (let ply = from; ply < to; ply++) {
    await (ply % 2 === 0 ? red : blue).clickMove(DEN_GAME[ply]!);
    await Promise.all([red, blue, ...others].map((player) => player.waitPly(ply + 1)));
  }
}

test('shows moves and chat to a spectator who enters during a game', async () => {
  const players = await world.pair('watched');
  const [red, blue] = players;
  await play(players, 0, 3);
  const watcher = await world.player('过客');
  await watcher.enterRoom('watched');
  await watcher.waitPly(3);
  await play(players, 3, 5, [watcher]);
  await red.say('你这狮子走得不错');
  await Promise.all([blue, watcher].map((player) => player.sees('你这狮子走得不错')));
  await blue.say('多谢，承让');
  await Promise.all([red, watcher].map((player) => player.sees('多谢，承让')));
  await watcher.shot('watcher');
  expect((await red.room('watched')).spectators).toHaveLength(1);
  // A spectator has no actions, no chat and no moves.
  for (const name of ['悔棋', '求和', '认输']) {
    expect(await watcher.page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  expect(await watcher.page.getByPlaceholder('说点什么…').count()).toBe(0);
  await watcher.clickMove(DEN_GAME[5]!);
  expect((await red.room('watched')).ply).toBe(5);
  fine(red, blue, watcher);
});

test('declines a draw, then agrees on one offered by the other side', async () => {
  const players = await world.pair('draws');
  const [red, blue] = players;
  await play(players, 0, 2);
  await red.act('求和');
  await blue.question();
  await blue.shot('draw-asked');
  await blue.answer('继续下');
  await red.sees('对方拒绝和棋');
  await blue.act('求和');
  await red.answer('同意和棋');
  for (const player of players) {
    await player.waitStatus('draw');
    const result = player.page.getByRole('dialog', { name: '对局结果' });
    await result.waitFor();
    expect(await result.textContent()).toContain('双方议和');
    expect((await player.records(1))[0]?.notation.winner).toBe(0);
  }
  fine(red, blue);
});

test('removes the move after an accepted undo, and allows another one', async () => {
  const players = await world.pair('undone');
  const [red, blue] = players;
  await play(players, 0, 3);
  await red.act('悔棋');
  await blue.answer('同意悔棋');
  await Promise.all([red.waitPly(2), blue.waitPly(2)]);
  await play(players, 2, 4);
  // Blue has not asked yet, so no cooldown applies; red moves, and the question lapses with the position.
  await red.clickMove(DEN_GAME[4]!);
  await Promise.all([red.waitPly(5), blue.waitPly(5)]);
  await blue.act('悔棋');
  await red.answer('不同意');
  await blue.sees('对方拒绝悔棋');
  expect((await red.room('undone')).ply).toBe(5);
  fine(red, blue);
});

test('starts a rematch with a new board, and stores both games', async () => {
  const players = await world.pair('rematch');
  const [red, blue] = players;
  await play(players, 0, 2);
  await red.act('认输');
  await red.page.getByRole('alertdialog').getByRole('button', { name: '认输' }).click();
  await Promise.all([red.waitStatus('blue_win'), blue.waitStatus('blue_win')]);
  const first = (await red.room('rematch')).gameId;
  await blue.page.getByRole('dialog', { name: '对局结果' }).getByRole('button', { name: '再来一局' }).click();
  await red.page
    .getByRole('dialog', { name: '对局结果' })
    .getByRole('button', { name: '对方想再来一局 · 同意' })
    .click();
  for (const player of players) {
    await player.waitStatus('playing');
    await player.waitPly(0);
    await player.page.getByRole('dialog', { name: '对局结果' }).waitFor({ state: 'hidden' });
  }
  expect((await red.room('rematch')).gameId).not.toBe(first);
  // Both have swapped sides.
  await play([blue, red], 0, DEN_GAME.length);
  await blue.waitStatus('red_win');
  expect((await blue.records(2)).map(({ notation }) => notation.endReason)).toEqual([
    'DEN_CAPTURED',
    'SURRENDER',
  ]);
  fine(red, blue);
});

/** Runs in the page: replaces text nodes, as a translation by the browser does. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('[translate="no"], script, style')) continue;
    const font = document.createElement('font');
    font.textContent = text.data;
    text.replaceWith(font);
  }
}

test('leaves no outdated text behind when the browser translates the page', async () => {
  const [red, blue] = await world.pair('translated');
  await red.page.locator('header').getByText('对局中').waitFor();
  await red.page.evaluate(translate);
  await blue.act('认输');
  await blue.page.getByRole('alertdialog').getByRole('button', { name: '认输', exact: true }).click();
  await red.waitStatus('red_win');
  await red.page.locator('header').getByText('已结束').waitFor();
  expect(await red.page.locator('header').textContent()).not.toContain('对局中');
  fine(red, blue);
});
