/**
 * `npm run compose:story`: two people play through the product that `docker compose up --build --wait` has brought up
 * on this machine, while containers are killed under them. Exit 1 when a move is lost. `SCREENSHOTS=DIR` takes pictures.
 */
import { randomBytes } from 'node:crypto';
import { findComposed } from '@doushouqi/scripts';
import { DEN_GAME, DEN_RECORD } from '../games.ts';
import { insist } from '../insist.ts';
import { Player } from '../player.ts';
import { DESKTOP, launchBrowser } from '../world.ts';

const composed = findComposed();
const browsers = [await launchBrowser(), await launchBrowser()];
const [red, blue] = (await Promise.all(
  browsers.map(async (browser) => {
    const context = await browser.newContext({ locale: 'zh-CN', baseURL: composed.url, ...DESKTOP });
    return new Player(await context.newPage());
  }),
)) as [Player, Player];

/** What is done before which half-move: the realtime node that red is on stays dead for two of them. */
async function strike(ply: number): Promise<string> {
  const { compose, kill } = composed;
  const node = red.nodes.at(-1) ?? blue.nodes.at(-1) ?? 'realtime-1';
  if (ply === 4) {
    await kill(node, 'SIGKILL');
    return `docker kill ${node}`;
  }
  const up = (...names: string[]) => compose(['up', '--detach', '--wait', '--no-deps', ...names]);
  if (ply === 6) {
    await up('realtime-1', 'realtime-2');
    return 'both nodes are up again';
  }
  if (ply === 8) {
    await kill('redis', 'SIGKILL');
    await up('redis');
    return 'docker kill redis, and up';
  }
  if (ply === 10) {
    await kill('mongodb', 'SIGKILL');
    await up('mongodb');
    return 'docker kill mongodb, and up';
  }
  if (ply === 12) {
    await compose(['restart', 'gateway', 'room', 'timekeeper']);
    await up('gateway', 'room', 'timekeeper');
    return 'docker compose restart gateway room timekeeper';
  }
  return '';
}

async function play(): Promise<boolean> {
  const roomId = randomBytes(6).toString('hex');
  await red.register('山君');
  await blue.register('苍狼');
  await red.enterRoom(roomId);
  await blue.enterRoom(roomId);
  await Promise.all([red.waitStatus('playing'), blue.waitStatus('playing')]);
  for (const [ply, move] of DEN_GAME.entries()) {
    const struck = await strike(ply);
    const begun = performance.now();
    await insist(ply % 2 === 0 ? red : blue, move, ply);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
    const ms = Math.round(performance.now() - begun);
    console.log(
      `half-move ${ply + 1}: ${String(ms).padStart(6)} ms  red ${red.nodes.at(-1)}, blue ${blue.nodes.at(-1)}  ${struck}`,
    );
    await red.shot(`compose-${ply + 1}`);
  }
  const { record } = await red.room(roomId);
  const kept = await Promise.all(
    [red, blue].map(async (player) => (await player.records(1))[0]?.notation.record),
  );
  await blue.shot('compose-end');
  const errors = [...red.errors, ...blue.errors];
  console.log({ played: DEN_RECORD, record, kept, errors });
  return [record, ...kept].every((one) => one === DEN_RECORD) && errors.length === 0;
}

try {
  process.exitCode = (await play()) ? 0 : 1;
} finally {
  await Promise.all(browsers.map((browser) => browser.close()));
}
