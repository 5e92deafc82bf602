/** Shared code of the two game notations, record string and move list. */
import { codeOf, type PieceType, type Point, pointOf } from './board.ts';
import { endGame, type Game, type MoveError } from './game.ts';
import { DRAW_VERDICTS, type EndReason, FORFEIT_REASONS, type Winner } from './outcome.ts';
import type { Position } from './position.ts';
import type { RuleSetName } from './rule-set.ts';

/** Options for reading a record or move list. */
export interface ReplayOptions {
  /** The rule set of the game; by default the default rules of local play. */
  readonly ruleSet?: RuleSetName;
  /** The position before the first move; by default the start position. */
  readonly start?: Position;
}

/**
 * An error in the text of a game. `FORMAT`: unreadable. `NO_MOVES`: no move. `RESULT`: winner and end reason contradict each
 * other or the moves. Other codes refuse a move; `NO_PIECE`: the mover has no such piece. `ply` counts from 1; 0 if the error
 * is not in a move.
 */
export interface ReplayError {
  readonly code: 'FORMAT' | 'NO_MOVES' | 'RESULT' | MoveError;
  readonly ply: number;
}

/** Returns the point of that piece of the side to move, or null if it was captured. */
export function findOwnPiece({ cells, turn }: Position, type: PieceType): Point | null {
  const cell = cells.indexOf(codeOf(type, turn));
  return cell < 0 ? null : pointOf(cell);
}

/**
 * Returns a replayed game with its stated result, or null if that is impossible. "In progress" leaves the result to the moves.
 * A result of the board must be stated exactly; any other must be one decided outside the board.
 */
export function withResult(game: Game, winner: Winner | null, endReason: EndReason): Game | null {
  if (winner === null) return endReason === 'NONE' ? game : null;
  if (game.outcome.winner !== null) {
    return game.outcome.winner === winner && game.outcome.endReason === endReason ? game : null;
  }
  if (winner === 'draw') {
    const draw = DRAW_VERDICTS.find((reason) => reason === endReason);
    return draw ? endGame(game, winner, draw) : null;
  }
  const forfeit = FORFEIT_REASONS.find((reason) => reason === endReason);
  return forfeit ? endGame(game, winner, forfeit) : null;
}
