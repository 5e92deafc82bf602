/**
 * `npm run compose:story`: two users are paired and play a rated game on the running `docker compose` product on this
 * machine while containers are killed. Exits with 1 if a move or the rating is lost. `SCREENSHOTS=DIR` stores pictures.
 */

import { DEN_GAME, DEN_RECORD, DESKTOP, insistOnMove, Player } from '@doushouqi/e2e';
import { findComposed, launchBrowser } from '@doushouqi/scripts';

const composed = findComposed();
const browsers = [await launchBrowser(), await launchBrowser()];
const [one, other] = (await Promise.all(
  browsers.map(async (browser) => {
    const context = await browser.newContext({ locale: 'zh-CN', baseURL: composed.url, ...DESKTOP });
    return new Player(await context.newPage());
  }),
)) as [Player, Player];

/** Both search for an opponent; resolves to their room number, and to the players, red first. */
async function sitDown(): Promise<[string, Player, Player]> {
  await one.register('山君');
  await other.register('苍狼');
  await one.findOpponent();
  await other.findOpponent();
  const [roomId] = await Promise.all([one.seated(), other.seated()]);
  const { players } = await one.room(roomId);
  const { _id } = await (await one.api()).getMe();
  return players[0] === _id ? [roomId, one, other] : [roomId, other, one];
}

/** Faults by half-move: red's realtime node stays dead for two of them. */
async function strike(ply: number, red: Player): Promise<string> {
  const { compose, kill } = composed;
  const node = red.nodes.at(-1) ?? 'realtime-1';
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
    const restarted = ['gateway', 'room', 'timekeeper', 'rating', 'pairing'];
    await compose(['restart', ...restarted]);
    await up(...restarted);
    return `docker compose restart ${restarted.join(' ')}`;
  }
  return '';
}

async function play(): Promise<boolean> {
  const [roomId, red, blue] = await sitDown();
  for (const [ply, move] of DEN_GAME.entries()) {
    const struck = await strike(ply, red);
    const begun = performance.now();
    await insistOnMove(ply % 2 === 0 ? red : blue, move, ply);
    await Promise.all([red.waitPly(ply + 1), blue.waitPly(ply + 1)]);
    const ms = Math.round(performance.now() - begun);
    console.log(
      `half-move ${ply + 1}: ${String(ms).padStart(6)} ms  red ${red.nodes.at(-1)}, blue ${blue.nodes.at(-1)}  ${struck}`,
    );
    await red.shot(`compose-${ply + 1}`);
  }
  const { record } = await red.room(roomId);
  const stored = await Promise.all(
    [red, blue].map(async (player) => (await player.records(1))[0]?.notation.record),
  );
  await Promise.all([red, blue].map((player) => player.sees(/ 1500 到 \d+，/)));
  await blue.shot('compose-end');
  const errors = [...red.errors, ...blue.errors];
  console.log({ played: DEN_RECORD, record, stored, errors });
  return [record, ...stored].every((one) => one === DEN_RECORD) && errors.length === 0;
}

try {
  process.exitCode = (await play()) ? 0 : 1;
} finally {
  await Promise.all(browsers.map((browser) => browser.close()));
}
