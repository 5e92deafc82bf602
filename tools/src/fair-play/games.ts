/** Games of simulated persons with the judging engine's view of every position. This file is also the code of a thread. */
import { parentPort, Worker } from 'node:worker_threads';
import { type Core, randomFrom } from '@doushouqi/engine/laboratory';
import { type AnalyzedPly, type Decision, decisionsOf } from '@doushouqi/fair-play';
import { type Game, legalGameMoves, newGame, outcome, play } from '@doushouqi/rules';
import { loadEngine } from '../engine/players.ts';
import { analyzed } from './analysis.ts';
import { moveOf, type Person } from './players.ts';

const OPENING_PLIES = 6;
const MOST_PLIES = 160;

export interface Pairing {
  red: Person;
  blue: Person;
  seed: number;
}
export interface Played {
  red: Decision[];
  blue: Decision[];
  /** Points of red. */
  score: number;
}

function playOut(core: Core, { red, blue, seed }: Pairing): Played {
  const random = randomFrom(seed);
  let game: Game = newGame();
  const plies: AnalyzedPly[] = [];
  for (let ply = 0; ply < MOST_PLIES && outcome(game).winner === null; ply += 1) {
    const moves = legalGameMoves(game);
    const person = ply % 2 === 0 ? red : blue;
    const move =
      ply < OPENING_PLIES
        ? moves[Math.floor(random() * moves.length)]!
        : moveOf(core, game, { ...person, seed: person.seed + seed }, ply);
    plies.push(analyzed(core, game, move));
    const next = play(game, move);
    if (!next.ok) break;
    game = next.value;
  }
  const { winner } = outcome(game);
  return {
    red: decisionsOf(plies, 0),
    blue: decisionsOf(plies, 1),
    score: winner === 'red' ? 1 : winner === 'blue' ? 0 : 0.5,
  };
}

/** Plays all games over threads; `played` gets each with its number. */
export async function playAll(
  pairings: readonly Pairing[],
  jobs: number,
  played: (result: Played, n: number) => void,
): Promise<void> {
  let next = 0;
  const thread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url));
      let n = -1;
      const give = () => {
        n = next++;
        worker.postMessage(pairings[n] ?? null);
      };
      worker.on('message', (result: Played) => {
        played(result, n);
        give();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      give();
    });
  await Promise.all(Array.from({ length: jobs }, thread));
}

if (parentPort) {
  const port = parentPort;
  const core = await loadEngine();
  port.on('message', (pairing: Pairing | null) => {
    if (pairing === null) port.close();
    else port.postMessage(playOut(core, pairing));
  });
}
