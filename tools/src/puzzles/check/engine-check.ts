/** What the engine says about puzzles, by its public levels and limits: the only part of the check that uses it. */

import type { Level } from '@doushouqi/engine';
import { judged, levelOf, limitsOfLevel } from '@doushouqi/engine/laboratory';
import type { Puzzle } from '@doushouqi/puzzles';
import {
  formatStep,
  type Game,
  legalMoves,
  newGame,
  outcome,
  parseFen,
  play,
  positionOf,
} from '@doushouqi/rules';
import { loadEngine, searched } from '../../engine/players.ts';

const RULES = 'local-1';
const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];
/** Seeds of attempts; the miner rates with others. */
const SEEDS = Array.from({ length: 16 }, (_, at) => 77 + at * 104_729);
/** Nodes for the position after each first move; the solution gets more. */
const NODES = { solution: 2_000_000, other: 200_000 } as const;
/** Points for the solver: at least after the solution, and at most after any other move; with a tolerance for shorter searches. */
const MARGIN = { solution: 150, other: 320 } as const;

export interface EngineReport {
  readonly id: string;
  readonly faults: readonly string[];
  /** Share of attempts in which levels 1 to 5 solve, or null if they did not try. */
  readonly shares: readonly number[] | null;
}

type Core = Awaited<ReturnType<typeof loadEngine>>;
let loaded: Promise<Core> | null = null;

/** Lets the levels try puzzles, or searches the margin of the first move again. */
export async function tryPuzzles(
  kind: 'levels' | 'margin',
  puzzles: readonly Puzzle[],
): Promise<EngineReport[]> {
  loaded ??= loadEngine();
  const core = await loaded;
  return puzzles.map((puzzle) =>
    kind === 'levels'
      ? { id: puzzle.id, faults: [], shares: LEVELS.map((level) => shareOf(core, puzzle, level)) }
      : { id: puzzle.id, faults: faultsOfMargin(core, puzzle), shares: null },
  );
}

function startOf({ fen }: Puzzle): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return newGame(RULES, position.value);
}

/** Returns the share of attempts in which a level makes every own move of the line before the one that ends the game. */
function shareOf(core: Core, puzzle: Puzzle, level: Level): number {
  const setting = levelOf(level);
  const seeds = setting.noise === 0 ? [0] : SEEDS;
  let share = 1;
  let game = startOf(puzzle);
  for (const [at, move] of puzzle.line.entries()) {
    const next = play(game, move);
    if (!next.ok) throw new Error(`${puzzle.id}: ${next.error}`);
    if (at % 2 === 0 && outcome(next.value).winner === null) {
      const info = searched(core, game, limitsOfLevel(setting));
      const hits = seeds.filter(
        (seed) => formatStep(judged(info, game, setting, seed).lines[0]!.move) === formatStep(move),
      );
      share *= hits.length / seeds.length;
    }
    game = next.value;
  }
  return share;
}

/** Searches the position after each first move from the opponent's side. */
function faultsOfMargin(core: Core, puzzle: Puzzle): string[] {
  const start = startOf(puzzle);
  return legalMoves(positionOf(start)).flatMap((move) => {
    const isSolution = formatStep(move) === formatStep(puzzle.line[0]!);
    const next = play(start, move);
    if (!next.ok || outcome(next.value).winner !== null) return [];
    const nodes = isSolution ? NODES.solution : NODES.other;
    const { score } = searched(core, next.value, { nodes, lines: 1 }).lines[0]!;
    const value = score.kind === 'win' ? -Math.sign(score.plies) * 10_000 : -score.value;
    if (isSolution && value < MARGIN.solution) return [`the solution is worth ${value}`];
    if (!isSolution && value > MARGIN.other) return [`${formatStep(move)} is worth ${value}`];
    return [];
  });
}
