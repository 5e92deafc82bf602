import { type Game, type PieceType, pieceAt, positionOf } from '@doushouqi/rules';
import type { Evaluation } from '../../../shared/engine/evaluation.ts';
import { isFault } from './marks.ts';
import type { ReviewedMove } from './review.ts';

/** Reasons of faults that the engine's lines show. Pure. */
type Reason =
  /** The moving side missed a forced win; `moves` counts its own moves to the win. */
  | { readonly kind: 'missedWin'; readonly moves: number }
  /** The opponent now wins by force; `moves` counts the opponent's moves to the win. */
  | { readonly kind: 'loses'; readonly moves: number }
  /** The opponent's best answer captures a piece. */
  | { readonly kind: 'drops'; readonly piece: PieceType; readonly by: PieceType };

/**
 * Returns the first reason that applies, or null if the lines show none.
 * @param after the game after the move; `evaluation` is that of its last position
 */
export function reasonOf(reviewed: ReviewedMove, after: Game, evaluation: Evaluation | null): Reason | null {
  if (!isFault(reviewed.mark)) return null;
  const had = reviewed.lines[0]?.score;
  const answer = evaluation?.lines[0];
  if (answer?.score.kind === 'win' && answer.score.plies > 0) {
    return { kind: 'loses', moves: roundsOf(answer.score.plies) };
  }
  if (had?.kind === 'win' && had.plies > 0) return { kind: 'missedWin', moves: roundsOf(had.plies) };
  const by = answer && pieceAt(positionOf(after), answer.move.from);
  const taken = answer && pieceAt(positionOf(after), answer.move.to);
  return by && taken ? { kind: 'drops', piece: taken.type, by: by.type } : null;
}

/** Returns the moves of the winning side in a number of plies. */
function roundsOf(plies: number): number {
  return Math.ceil(plies / 2);
}
