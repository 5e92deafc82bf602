/** The five levels: search limits and randomness of each. */
import { denOf, type Game, type Move, otherSide, pieceAt, turn } from '@doushouqi/rules';
import type { CoreLimits } from './core.ts';
import type { EngineLine, Level, Score, SearchInfo } from './types.ts';

export interface LevelSetting {
  readonly level: Level;
  /** The stronger engine of the spec's level list (`useKataGo`). */
  readonly strong: boolean;
  readonly nodes: number;
  readonly depth: number;
  /** Error when comparing moves, in points (score.ts); 0 always plays the best move found. */
  readonly noise: number;
  /** Share of moves chosen without search. */
  readonly slips: number;
  /** Wins and losses beyond this number of plies count only as a good or bad position. */
  readonly sees: number;
}

const ALL_DEPTHS = 64;

/** Measured in docs/engine.md. Limits are nodes, not time, so that a level plays equally well on every machine. */
export const LEVELS: readonly LevelSetting[] = [
  { level: 1, strong: false, nodes: 1_000, depth: 1, noise: 200, slips: 0.25, sees: 1 },
  { level: 2, strong: false, nodes: 2_000, depth: 2, noise: 45, slips: 0.03, sees: 3 },
  { level: 3, strong: false, nodes: 4_000, depth: 3, noise: 40, slips: 0, sees: ALL_DEPTHS },
  { level: 4, strong: true, nodes: 5_000, depth: ALL_DEPTHS, noise: 0, slips: 0, sees: ALL_DEPTHS },
  { level: 5, strong: true, nodes: 1_000_000, depth: ALL_DEPTHS, noise: 0, slips: 0, sees: ALL_DEPTHS },
];

/** Returns the setting of a level. */
export function levelOf(level: Level): LevelSetting {
  return LEVELS[level - 1]!;
}

/** Exceeds the number of moves of any position. */
const EVERY_LINE = 32;

/** Returns the search limits of a level. A level with noise must compare every move. */
export function limitsOfLevel({ nodes, depth, noise, strong }: LevelSetting): CoreLimits {
  return { nodes, depth, lines: noise > 0 ? EVERY_LINE : 1, tables: strong };
}

/** Returns the search result as the level judges it. The errors depend only on `seed`. */
export function judged(
  info: SearchInfo,
  game: Game,
  { noise, slips, sees }: LevelSetting,
  seed: number,
): SearchInfo {
  if (noise === 0) return info;
  const random = randomFrom(seed);
  const slip = random() < slips;
  const judge = ({ move, score }: EngineLine) =>
    slip ? firstSight(game, move) + 3 * random() : worth(score, sees) + noise * bell(random);
  const values = info.lines.map((line) => ({ line, value: judge(line) }));
  const lines = values.sort((a, b) => b.value - a.value).map(({ line }) => line);
  return { ...info, lines: lines.slice(0, 3) };
}

/** Rates a move without search: entering the den, else the strongest captured piece, else steps towards the den. */
function firstSight({ position }: Game, { from, to }: Move): number {
  const den = denOf(otherSide(turn(position)));
  const stepsFrom = ({ x, y }: Move['to']) => Math.abs(x - den.x) + Math.abs(y - den.y);
  if (stepsFrom(to) === 0) return 1_000;
  const taken = pieceAt(position, to)?.type ?? 0;
  return taken > 0 ? 100 + 10 * taken : stepsFrom(from) - stepsFrom(to);
}

/** A good position, in points. */
const GOOD = 400;

/** Returns a score as one number; a found win exceeds any noise, so that each level plays it. */
function worth(score: Score, sees: number): number {
  if (score.kind === 'cp') return score.value;
  if (Math.abs(score.plies) > sees) return Math.sign(score.plies) * GOOD;
  return score.plies > 0 ? 30_000 - score.plies : -30_000 - score.plies;
}

/** Returns an approximately normally distributed number with deviation 1. */
function bell(random: () => number): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3);
}

/** Returns a generator of numbers in [0, 1), reproducible by seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
