import { afterAll, expect, test } from 'vitest';
import { DEN_GAME, DEN_RECORD } from '../src/games.ts';
import { insistOnMove } from '../src/insist-on-move.ts';
import { startWorld } from '../src/world.ts';

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
