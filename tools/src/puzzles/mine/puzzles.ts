/** Mines puzzles game by game, spread over threads. This file is also the code of a thread. */
import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Puzzle } from '@doushouqi/puzzles';
import { loadEngine } from '../../engine/players.ts';
import { PuzzleCheck } from '../check/check-puzzle.ts';
import { type Draft, GameMiner } from './mine-game.ts';
import type { Store } from './store.ts';

interface Answer {
  readonly number: number;
  readonly drafts: readonly Draft[];
}

/** Data of the command's own threads: tests run in threads as well. */
interface ThreadData {
  readonly minesSeed: number;
}

function isThreadData(data: unknown): data is ThreadData {
  return typeof data === 'object' && data !== null && 'minesSeed' in data;
}

export interface MiningOptions {
  readonly seed: number;
  /** Puzzles to add. */
  readonly count: number;
  readonly jobs?: number;
  readonly log: (line: string) => void;
}

/**
 * Adds puzzles from the games of a seed, after those that it has had. Games are added in their order, so that threads change
 * nothing.
 */
export async function minePuzzles(store: Store, options: MiningOptions): Promise<void> {
  const { seed, count, jobs = availableParallelism(), log } = options;
  const waiting = new Map<number, Answer>();
  let added = 0;
  let given = store.nextGame(seed);
  let due = given;
  const take = (): void => {
    for (let answer = waiting.get(due); answer && added < count; answer = waiting.get(due)) {
      waiting.delete(due);
      const puzzles = store.add(seed, due, answer.drafts);
      added += puzzles.length;
      due++;
      for (const puzzle of puzzles) log(`${store.size} game ${answer.number} ${describe(puzzle)}`);
    }
  };
  const thread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { minesSeed: seed } satisfies ThreadData,
      });
      const give = () => worker.postMessage(added < count ? given++ : null);
      worker.on('message', (answer: Answer) => {
        waiting.set(answer.number, answer);
        take();
        give();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      give();
    });
  await Promise.all(Array.from({ length: jobs }, thread));
}

function describe({ id, fen, line, win, rating, motifs }: Puzzle): string {
  return `${id} ${fen} win ${win ?? '-'} plies ${line.length} rating ${rating} ${motifs.join()}`;
}

/** Whether the check agrees. The miner is wrong about a puzzle that it refuses. */
function isRight(check: PuzzleCheck, draft: Draft): boolean {
  const puzzle = { ...draft, id: 'draft', game: { id: 'game', ply: draft.ply } };
  const { faults } = check.run(puzzle, draft.record);
  if (faults.length > 0) console.error(`${draft.fen}: ${faults.join(', ')}`);
  return faults.length === 0;
}

if (isThreadData(workerData) && parentPort) {
  const port = parentPort;
  const seed = workerData.minesSeed;
  const miner = new GameMiner(await loadEngine());
  const check = new PuzzleCheck();
  port.on('message', (number: number | null) => {
    if (number === null) return port.close();
    port.postMessage({
      number,
      drafts: miner.mine(seed, number).filter((draft) => isRight(check, draft)),
    } satisfies Answer);
  });
}
