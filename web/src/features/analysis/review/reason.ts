import { type Game, type PieceType, pieceAt, positionOf } from '@doushouqi/rules';
import type { Evaluation } from './evaluation.ts';
import { isFault } from './marks.ts';
import type { ReviewedMove } from './review.ts';

/** Why a move was a fault, as far as the lines say it. Pure. */
type Reason =
  /** The mover had a win and let it go; moves to it, his own counted. */
  | { readonly kind: 'missedWin'; readonly moves: number }
  /** The other side wins now by force; its moves to the win. */
  | { readonly kind: 'loses'; readonly moves: number }
  /** The other side's best answer takes a piece. */
  | { readonly kind: 'drops'; readonly piece: PieceType; readonly by: PieceType };

/**
 * The first reason that holds, or null where the lines name none.
 * @param after the game after the move, and what the engine says of it
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

/** Moves of the side that wins in so many plies. */
function roundsOf(plies: number): number {
  return Math.ceil(plies / 2);
}
