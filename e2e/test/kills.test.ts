import { afterAll, expect, test } from 'vitest';
import { openFriends } from '../src/friends-panel.ts';
import { DEN_GAME, DEN_RECORD } from '../src/games.ts';
import { insistOnMove } from '../src/insist-on-move.ts';
import { DESKTOP, startWorld } from '../src/world.ts';

const world = await startWorld();
afterAll(() => world.stop());

/** Processes to kill, by ply. */
const DEATHS: Readonly<Record<number, string>> = {
  2: 'realtime-1',
  4: 'realtime-2',
  6: 'room',
  8: 'timekeeper',
  10: 'redis',
  12: 'gateway',
};

test('finishes a game although processes are killed in the middle', async () => {
  const red = await world.player('山君');
  await red.enterRoom('faults');
  const blue = await world.player('苍狼');
  await blue.enterRoom('faults');
  await Promise.all([red.waitStatus('playing'), blue.waitStatus('playing')]);
  for (let ply = 0; ply < DEN_GAME.length; ply++) {
    const killed = DEATHS[ply];
    if (killed) await world.platform.kill(killed, 'SIGKILL');
    const player = ply % 2 === 0 ? red : blue;
    await insistOnMove(player, DEN_GAME[ply]!, ply);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
    if (killed) await world.platform.waitReady(killed);
  }
  expect((await red.room('faults')).record).toBe(DEN_RECORD);
  expect((await red.records(1)).map((record) => record.notation.record)).toEqual([DEN_RECORD]);
  expect((await blue.records(1)).map((record) => record.notation.record)).toEqual([DEN_RECORD]);
  expect([...red.errors, ...blue.errors]).toEqual([]);
  for (const name of Object.values(DEATHS))
    expect([name, world.platform.processes.get(name)?.restarts]).toEqual([name, 1]);
});

test('continues a game without social, lobby and record, and shows which are unavailable', async () => {
  const [red, blue] = await world.pair('lonely', { red: DESKTOP, blue: DESKTOP });
  const home = await world.player('看家');
  const away = ['social', 'lobby', 'record'];
  const release = holdDown(away);
  for (let ply = 0; ply < 4; ply++) {
    await (ply % 2 === 0 ? red : blue).clickMove(DEN_GAME[ply]!);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
  }
  await openFriends(home);
  await home.sees(/好友服务暂时不可用|暂时连不上好友服务/);
  await home.shot('people-social-away');
  await home.page.keyboard.press('Escape');
  await home.sees(/大厅暂时连不上/);
  release();
  await Promise.all(away.map((name) => world.platform.waitReady(name)));
  await home.page.getByText(/大厅暂时连不上/).waitFor({ state: 'detached' });
  await openFriends(home);
  await home.sees('还没有好友');
  for (let ply = 4; ply < DEN_GAME.length; ply++) {
    await (ply % 2 === 0 ? red : blue).clickMove(DEN_GAME[ply]!);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
  }
  expect(await red.records(1)).toHaveLength(1);
  expect([...red.errors, ...blue.errors, ...home.errors]).toEqual([]);
});

/** Kills processes as often as the supervisor starts them, until released. */
function holdDown(names: readonly string[]): () => void {
  // Kills through the supervisor, since a process may have just ended.
  const killAll = () => {
    for (const name of names) void world.platform.kill(name, 'SIGKILL');
  };
  killAll();
  const timer = setInterval(killAll, 50);
  return () => clearInterval(timer);
}
