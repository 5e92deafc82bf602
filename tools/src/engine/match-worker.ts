/** Plays the pairs of games that it receives. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Side, Winner } from '@doushouqi/rules';
import { opening, playOut } from './game.ts';
import { playerOf } from './players.ts';

const { players, seed } = workerData as { players: readonly [string, string]; seed: number };
const [first, second] = [await playerOf(players[0]), await playerOf(players[1])];

/** Returns the first player's points in two games from one opening, and their length. */
async function playPair(pair: number) {
  const start = opening(seed + pair);
  const asRed = await playOut(start, first, second, seed + 2 * pair);
  const asBlue = await playOut(start, second, first, seed + 2 * pair + 1);
  const points = [pointsOf(asRed.winner, 'red'), pointsOf(asBlue.winner, 'blue')];
  return { pair, points, plies: asRed.game.history.length + asBlue.game.history.length };
}

function pointsOf(winner: Winner, own: Side): number {
  return winner === 'draw' ? 0.5 : winner === own ? 1 : 0;
}

parentPort?.on('message', async (pair: number | null) => {
  if (pair !== null) {
    parentPort?.postMessage(await playPair(pair));
    return;
  }
  first.close();
  second.close();
  parentPort?.close();
});
