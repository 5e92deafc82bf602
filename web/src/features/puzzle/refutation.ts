import {
  type Game,
  legalGameMoves,
  type Move,
  outcome,
  type Piece,
  type Point,
  pieceAt,
  positionOf,
  turn,
} from '@doushouqi/rules';
import { samePoint } from '../../board/types.ts';
import { after } from './line.ts';

/** The opponent's answer to a wrong move. */
export interface Refutation {
  /**
   * `den`: it enters the den; `wins`: it ends the game otherwise; `mover`: it takes the piece that moved; `other`: it takes
   * another piece; `reply`: it is only better.
   */
  readonly kind: 'den' | 'wins' | 'mover' | 'other' | 'reply';
  readonly move: Move;
  readonly piece: Piece;
  /** Null without a capture. */
  readonly victim: Piece | null;
}

function isSafe(game: Game, to: Point): boolean {
  return !legalGameMoves(game).some((move) => samePoint(move.to, to));
}

/** Describes a move of the opponent after a wrong move to `moved`. Pure. */
export function describeReply(game: Game, move: Move, moved: Point): Refutation | null {
  const position = positionOf(game);
  const piece = pieceAt(position, move.from);
  if (!piece) return null;
  const victim = pieceAt(position, move.to);
  const { winner, endReason } = outcome(after(game, move));
  if (winner === turn(position)) {
    return { kind: endReason === 'DEN_CAPTURED' ? 'den' : 'wins', move, piece, victim };
  }
  return { kind: victim ? (samePoint(move.to, moved) ? 'mover' : 'other') : 'reply', move, piece, victim };
}

const ORDER = ['den', 'wins', 'mover', 'other'] as const;

/**
 * Returns what the opponent does at once after a wrong move to `moved`: it wins, or takes a piece that cannot be retaken.
 * Null if neither is possible. Pure.
 */
export function refute(game: Game, moved: Point): Refutation | null {
  const found = legalGameMoves(game).flatMap((move) => {
    const reply = describeReply(game, move, moved);
    if (!reply || reply.kind === 'reply') return [];
    const isFree = reply.kind === 'den' || reply.kind === 'wins' || isSafe(after(game, move), move.to);
    return isFree ? [reply] : [];
  });
  const byValue = found.sort((a, b) => (b.victim?.type ?? 0) - (a.victim?.type ?? 0));
  for (const kind of ORDER) {
    const reply = byValue.find((one) => one.kind === kind);
    if (reply) return reply;
  }
  return null;
}
