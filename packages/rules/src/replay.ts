/** What the two notations of whole games (record string, move list) share. */
import { codeOf, type PieceType, type Point, pointOf } from './board.ts';
import { endGame, type Game, type MoveError } from './game.ts';
import { DRAW_VERDICTS, type EndReason, FORFEIT_REASONS, type Winner } from './outcome.ts';
import type { Position } from './position.ts';
import type { RuleSetName } from './rule-set.ts';

/** What a record or move list is read against. */
export interface ReplayOptions {
  /** The rules it was played by; those of local play by default unless said otherwise. */
  readonly ruleSet?: RuleSetName;
  /** The position before the first move; the start position unless said otherwise. */
  readonly start?: Position;
}

/**
 * What is wrong with the text of a game. `FORMAT`: it cannot be read. `NO_MOVES`: it holds no move.
 * `RESULT`: winner and end reason contradict each other or the moves. The rest are refusals of a move;
 * `NO_PIECE` when the mover has no such piece left. `ply` counts half-moves from 1; it is 0 when the
 * fault is not in a move.
 */
export interface ReplayError {
  readonly code: 'FORMAT' | 'NO_MOVES' | 'RESULT' | MoveError;
  readonly ply: number;
}

/** Where the piece of that type of the side to move stands, or null when it was taken. */
export function findOwnPiece({ cells, turn }: Position, type: PieceType): Point | null {
  const cell = cells.indexOf(codeOf(type, turn));
  return cell < 0 ? null : pointOf(cell);
}

/**
 * Gives a replayed game the result that is stated of it, or null when that cannot be. "In progress"
 * states nothing: the moves decide. A result on the board must be stated as it is, and a result
 * that is not on the board must be one that is decided outside it.
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
