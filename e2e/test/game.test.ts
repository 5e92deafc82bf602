import { expect, test } from 'vitest';
import { DEN_GAME, DEN_RECORD } from '../src/games.ts';
import { joinWorld } from '../src/join-world.ts';
import type { Player } from '../src/player.ts';
import { DESKTOP, PHONE } from '../src/world.ts';

const PATIENCE = { timeout: 30_000 };

const world = await joinWorld();

async function playToTheDen(red: Player, blue: Player, move: (player: Player, ply: number) => Promise<void>) {
  for (let ply = 0; ply < DEN_GAME.length; ply++) {
    await move(ply % 2 === 0 ? red : blue, ply);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
    if (ply === 5) await Promise.all([red.shot('play-red'), blue.shot('play-blue')]);
  }
}

async function expectTheResult(red: Player, blue: Player) {
  for (const player of [red, blue]) {
    const result = player.page.getByRole('dialog', { name: '对局结果' });
    await result.waitFor();
    expect(await result.textContent()).toContain(player === red ? '你赢了' : '你输了');
    const [record] = await player.records(1);
    expect(record?.notation.record).toBe(DEN_RECORD);
    expect(record?.players).toMatchObject({ red: { nickname: '山君' }, blue: { nickname: '苍狼' } });
    expect(player.errors).toEqual([]);
  }
}

test('moves two users of one room to one node', async () => {
  const red = await world.player('山君');
  await red.enterRoom('together');
  const blue = await world.player('苍狼');
  await blue.enterRoom('together');
  await expect.poll(() => blue.nodes.at(-1) === red.nodes.at(-1), PATIENCE).toBe(true);
  // A page that opens with the room connects once, to that node.
  await Promise.all([red.page.reload(), blue.page.reload()]);
  await expect.poll(() => [red.websockets, blue.websockets], PATIENCE).toEqual([1, 1]);
  expect(red.nodes).toHaveLength(1);
  expect(blue.nodes).toEqual(red.nodes);
});

test('plays a whole game on two nodes, and stores it in both histories', async () => {
  const red = await world.player('山君');
  await red.shot('home');
  await red.enterRoom('den-1');
  await red.shot('waiting');
  const blue = await world.player('苍狼', PHONE);
  await blue.shot('home-phone');
  await blue.enterRoom('den-1');
  await blue.useAnotherNode(red);
  await playToTheDen(red, blue, (player, ply) =>
    player === red ? player.clickMove(DEN_GAME[ply]!) : player.tapMove(DEN_GAME[ply]!),
  );
  expect(new Set([...red.nodes, ...blue.nodes]).size).toBe(2);
  expect([red.nodes.length, blue.nodes.length]).toEqual([1, 1]);
  expect(red.websockets).toBe(1);
  await Promise.all([red.shot('result'), blue.shot('result-phone')]);
  await expectTheResult(red, blue);
});

test('plays a whole game with long polling and mouse drags', async () => {
  const polling = async (nickname: string) => {
    const player = await world.player(nickname, DESKTOP);
    await player.page.evaluate(() => localStorage.setItem('transport', 'polling'));
    return player;
  };
  const [red, blue] = [await polling('山君'), await polling('苍狼')];
  await red.enterRoom('den-2');
  await blue.enterRoom('den-2');
  await blue.useAnotherNode(red);
  await playToTheDen(red, blue, (player, ply) => player.dragMove(DEN_GAME[ply]!));
  expect([red.websockets, blue.websockets]).toEqual([0, 0]);
  expect(new Set([...red.nodes, ...blue.nodes]).size).toBe(2);
  await expectTheResult(red, blue);
});

test('asks a visitor to log in at a room link, then opens the room', async () => {
  const host = await world.player('山君');
  await host.enterRoom('link-1');
  const friend = await world.player('苍狼');
  await friend.page.getByRole('button', { name: '退出' }).click();
  await friend.page.goto('/play/room');
  await friend.logIn(friend.username);
  await friend.page.waitForURL('**/play/room');
  await friend.page.goto('/play/room/link-1');
  const seat = friend.page.getByRole('button', { name: '入座' });
  await seat.waitFor();
  expect(await host.room('link-1')).toMatchObject({ status: 'waiting', spectators: [] });
  await seat.click();
  await friend.waitStatus('playing');
  expect((await host.room('link-1')).players).toHaveLength(2);
});

test('confirms before a mistyped address makes a room; offers a visitor to watch a full room', async () => {
  const player = await world.player('山君');
  await player.page.goto('/play/room/typed-wrong');
  await player.page.getByText('房间 typed-wrong 不存在').waitFor();
  const stored = await player.page.request.get('/api/games/rooms/typed-wrong');
  expect(stored.status()).toBe(404);
  await player.page.getByRole('button', { name: '新开一间' }).click();
  await player.waitStatus('waiting');
  const second = await world.player('苍狼');
  await second.page.goto('/play/room/typed-wrong');
  await second.page.getByRole('button', { name: '入座' }).click();
  await second.waitStatus('playing');
  const visitor = await world.visitor();
  await visitor.page.goto('/play/room/typed-wrong');
  await visitor.page.getByRole('button', { name: '登录后观战' }).waitFor();
});
