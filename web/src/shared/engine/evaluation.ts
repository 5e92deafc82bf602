import { type EngineLine, winRate } from '@doushouqi/engine';
import { type Game, type Move, outcome, plyCount, type Side, withoutVerdict } from '@doushouqi/rules';

/** The engine's evaluation of one position of a game, and red's win rate derived from it. Pure. */

export interface Evaluation {
  /** For the side to move, best first; two if there are two moves. */
  readonly lines: readonly EngineLine[];
  /** The best move after `GLANCE_DEPTH` plies. */
  readonly glance: Move;
}

/** One for each position of a game; null if it is not evaluated or needs no evaluation. */
export type Evaluations = readonly (Evaluation | null)[];

/** Search limits for each evaluation. In nodes, so that it is the same on every device. */
export const EVALUATION_LIMITS = { nodes: 200_000, lines: 2 } as const;
export const GLANCE_DEPTH = 2;
/** A move that loses at least this much win rate is a fault, in percentage points; docs/review.md has the reasons. */
export const FAULT_LOSS = 6;

/** Returns the win rate of the side to move, 0 to 100. */
export function moverRate({ lines: [best] }: Pick<Evaluation, 'lines'>): number {
  return best ? winRate(best.score) : 50;
}

/** Returns a player's win rate as red's. */
export function redRateOf(side: Side, rate: number): number {
  return side === 'red' ? rate : 100 - rate;
}

/** Returns red's win rate in a game that is over on the board; null in any other. */
export function decidedRate(game: Game): number | null {
  const { winner } = outcome(withoutVerdict(game));
  if (winner === null) return null;
  return winner === 'draw' ? 50 : redRateOf(winner, 100);
}

/** Returns whether the game is over on the board and needs no evaluation; a verdict leaves the position open. */
export function isDecided(game: Game): boolean {
  return decidedRate(game) !== null;
}

/** Returns the positions of a game that the engine must evaluate, as the plies before them. */
export function plysToEvaluate(game: Game): number[] {
  const last = plyCount(game);
  const plies = Array.from({ length: last + 1 }, (_, ply) => ply);
  return isDecided(game) ? plies.slice(0, last) : plies;
}
