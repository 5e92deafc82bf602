import { type EngineLine, winRate } from '@doushouqi/engine';
import { type Game, type Move, outcome, type Side, withoutVerdict } from '@doushouqi/rules';

/** What the engine says of one position of a game, and what follows for red. Pure. */

export interface Evaluation {
  /** For the side to move, best first; two where there are two moves. */
  readonly lines: readonly EngineLine[];
  /** The best move as it looked after `GLANCE_DEPTH` plies. */
  readonly glance: Move;
}

/** How far each position of a game is looked at. By nodes, so that a review is the same on every device. */
export const REVIEW_LIMITS = { nodes: 200_000, lines: 2 } as const;
export const GLANCE_DEPTH = 2;

export function isSameMove(one: Move, other: Move): boolean {
  return (
    one.from.x === other.from.x &&
    one.from.y === other.from.y &&
    one.to.x === other.to.x &&
    one.to.y === other.to.y
  );
}

/** How often the side to move wins, 0 to 100. */
export function moverRate({ lines: [best] }: Evaluation): number {
  return best ? winRate(best.score) : 50;
}

/** A game that is over on the board needs no evaluation; a verdict from outside leaves the position open. */
export function isDecided(game: Game): boolean {
  return decidedRate(game) !== null;
}

/** A win rate of a player as red's. */
export function redRateOf(side: Side, rate: number): number {
  return side === 'red' ? rate : 100 - rate;
}

/** Red's win rate in a game that is over on the board; null in one that is not. */
export function decidedRate(game: Game): number | null {
  const { winner } = outcome(withoutVerdict(game));
  if (winner === null) return null;
  return winner === 'draw' ? 50 : redRateOf(winner, 100);
}
