/** The first rating of a puzzle: from which levels of the computer solve it, and from the nodes of a plain search. */
import type { Level } from '@doushouqi/engine';
import { judged, levelOf, limitsOfLevel } from '@doushouqi/engine/laboratory';
import { type Game, isSameMove, type Move, newGame, outcome, type Position } from '@doushouqi/rules';
import { searched } from '../../engine/players.ts';
import { gameWith } from './games.ts';
import { type Core, RULES } from './look.ts';

const LEVELS: readonly Level[] = [1, 2, 3, 4];
/** Attempts of a level with noise. */
const SEEDS = Array.from({ length: 24 }, (_, at) => 1_000 + at * 7_919);

/**
 * Returns the share of the attempts in which levels 1 to 4 play every own move of the line. A move that ends the game is left out:
 * levels with noise do not hurry with a won game.
 */
export function levelShares(core: Core, start: Position, line: readonly Move[]): number[] {
  const shares = LEVELS.map(() => 1);
  let game = newGame(RULES, start);
  for (const [at, move] of line.entries()) {
    const next = gameWith(game, move);
    if (at % 2 === 0 && outcome(next).winner === null) {
      for (const [index, level] of LEVELS.entries()) shares[index]! *= shareOf(core, game, move, level);
    }
    game = next;
  }
  return shares;
}

function shareOf(core: Core, game: Game, move: Move, level: Level): number {
  const setting = levelOf(level);
  const info = searched(core, game, limitsOfLevel(setting));
  const hits = SEEDS.filter((seed) => isSameMove(judged(info, game, setting, seed).lines[0]!.move, move));
  return hits.length / SEEDS.length;
}

/** Ratings of levels 1 to 4 as solvers. */
const STRENGTHS = [900, 1300, 1700, 2100] as const;
const LEAST = 800;
const MOST = 2400;

function expected(strength: number, rating: number): number {
  return 1 / (1 + 10 ** ((rating - strength) / 400));
}

/** An attempt of a middling solver that is half solved, so that no rating is infinite. */
const PRIOR = 1500;

/** Returns the rating at which the levels are expected to solve as often as they did. */
function performance(shares: readonly number[]): number {
  const solved = shares.reduce((sum, share) => sum + share, 0.5);
  let [low, high] = [0, 4000];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    const sum = [...STRENGTHS, PRIOR].reduce((total, strength) => total + expected(strength, middle), 0);
    if (sum > solved) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the rating of a search that needs so many nodes: 450 points for ten times as many. */
function ratingOfNodes(nodes: number): number {
  return 900 + 450 * (Math.log10(Math.max(30, nodes)) - 1.5);
}

export function ratingOf(shares: readonly number[], nodes: number): number {
  const rating = (performance(shares) + ratingOfNodes(nodes)) / 2;
  return Math.round(Math.min(MOST, Math.max(LEAST, rating)));
}
