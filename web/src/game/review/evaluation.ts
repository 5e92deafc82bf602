import { type EngineLine, winRate } from '@doushouqi/engine';
import { type Game, type Move, outcome, positionOf, turn, withoutVerdict } from '@doushouqi/rules';

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
  return outcome(withoutVerdict(game)).winner !== -1;
}

/** How often red wins from here, 0 to 100; null where that is not known yet. */
export function redRate(game: Game, evaluation: Evaluation | null): number | null {
  const { winner } = outcome(withoutVerdict(game));
  if (winner !== -1) return winner === 0 ? 50 : winner === 1 ? 100 : 0;
  if (evaluation === null) return null;
  const rate = moverRate(evaluation);
  return turn(positionOf(game)) === 1 ? rate : 100 - rate;
}
