/** Plays pairs of games between two lists of numbers. */
import { parentPort, workerData } from 'node:worker_threads';
import { opening, playOut } from './game.ts';
import type { Player } from './player.ts';
import { coreWith, limitPlayer } from './players.ts';
import type { PairAnswer, PairTask } from './spsa.ts';

const { nodes, seed } = workerData as { nodes: number; seed: number };
const cores = [await coreWith(new Map()), await coreWith(new Map())] as const;
const [plus, minus] = cores.map((core): Player => limitPlayer(core, { nodes, lines: 1 })) as [Player, Player];

async function play({ pair, ...lists }: PairTask): Promise<PairAnswer> {
  for (const [index, list] of [lists.plus, lists.minus].entries()) {
    cores[index]!.parameters().set(list);
    cores[index]!.useParameters();
  }
  const start = opening(seed + pair);
  const first = await playOut(start, plus, minus, pair);
  const second = await playOut(start, minus, plus, pair);
  return { pair, lead: leadOf(first.winner, 1) + leadOf(second.winner, 2) };
}

function leadOf(winner: 0 | 1 | 2, own: 1 | 2): number {
  return winner === 0 ? 0 : winner === own ? 1 : -1;
}

parentPort?.on('message', async (task: PairTask | null) => {
  if (task === null) parentPort?.close();
  else parentPort?.postMessage(await play(task));
});
