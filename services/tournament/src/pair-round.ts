import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { pairRound, type SwissPairing, type SwissPlayer } from '@doushouqi/tournament';

/** Rounds with more players are paired in a worker thread: 64 players take up to 100 ms. */
const IN_PROCESS = 64;

/** Pairs a round without blocking the process. Rejects if the worker fails. */
export async function pairRoundAside(players: readonly SwissPlayer[]): Promise<SwissPairing | null> {
  if (players.length <= IN_PROCESS) return pairRound(players);
  const worker = new Worker(new URL('./pair-round-worker.ts', import.meta.url), { workerData: players });
  try {
    const [pairing] = (await once(worker, 'message')) as [SwissPairing | null];
    return pairing;
  } finally {
    await worker.terminate();
  }
}
