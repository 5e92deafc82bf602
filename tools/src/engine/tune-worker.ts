/** Plays games against itself for the tuning, and takes the positions apart into what the evaluation sees in them. */
import { parentPort, workerData } from 'node:worker_threads';
import { randomFrom } from '@doushouqi/engine/laboratory';
import {
  type Game,
  legalGameMoves,
  outcome,
  pieceAt,
  play,
  plyCount,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { opening } from './game.ts';
import { coreWith, searched } from './players.ts';

/** What a position is made of: `[parameter, how often it counts for red]…` */
export interface Sample {
  readonly features: Int16Array;
  /** Points of red in the game, 0 to 1, and what the search expected, 0 to 1. */
  readonly result: number;
  readonly expected: number;
}

const { nodes, seed, params } = workerData as { nodes: number; seed: number; params?: string };
const core = await coreWith(new Map(params === undefined ? [] : [['params', params]]));
/** A second one, whose numbers are all 0 but one at a time: so its value is the share of that number. */
const taker = await coreWith(new Map());

/** Scores beyond this are decided, and teach nothing. */
const DECIDED = 1_200;
/** Of the positions that are calm. */
const KEPT = 0.35;
const MOST_PLIES = 300;

interface Moment {
  readonly game: Game;
  readonly expected: number;
}

/** Plays one game and returns what is worth learning from. */
function moments(index: number): { moments: Moment[]; result: number } {
  const random = randomFrom(seed + index * 7_919);
  let game = opening(seed + index, 4 + Math.floor(random() * 8));
  const kept: Moment[] = [];
  while (outcome(game).winner === -1 && plyCount(game) < MOST_PLIES) {
    const { move, score } = searched(core, game, { nodes, lines: 1 }).lines[0]!;
    const calm = pieceAt(positionOf(game), move.to) === null;
    if (calm && score.kind === 'cp' && Math.abs(score.value) < DECIDED && random() < KEPT) {
      const forRed = turn(positionOf(game)) === 1 ? score.value : -score.value;
      kept.push({ game, expected: 1 / (1 + Math.exp(-forRed / 200)) });
    }
    // Now and then another move, so that not every game is the best one.
    const moves = legalGameMoves(game);
    const next = play(game, random() < 0.02 ? moves[Math.floor(random() * moves.length)]! : move);
    if (!next.ok) throw new Error(next.error);
    game = next.value;
  }
  const { winner } = outcome(game);
  return { moments: kept, result: winner === 1 ? 1 : winner === 2 ? 0 : 0.5 };
}

function samples(index: number): Sample[] {
  const { moments: kept, result } = moments(index);
  const found = kept.map((): number[] => []);
  const parameters = taker.parameters();
  parameters.fill(0);
  for (let parameter = 0; parameter < parameters.length; parameter++) {
    parameters[parameter] = 1;
    taker.useParameters();
    for (const [at, { game }] of kept.entries()) {
      taker.setPosition(positionOf(game));
      const share = taker.rawEvaluation();
      if (share !== 0) found[at]!.push(parameter, share);
    }
    parameters[parameter] = 0;
  }
  return kept.map(({ expected }, at) => ({ features: Int16Array.from(found[at]!), result, expected }));
}

parentPort?.on('message', (index: number | null) => {
  if (index === null) parentPort?.close();
  else parentPort?.postMessage(samples(index));
});
