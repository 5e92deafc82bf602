import { type BoardPiece, type Point, pieceKey, samePoint } from './types.ts';

/** One displayed ply, forwards or backwards. */
export interface SeenPly {
  piece: BoardPiece;
  from: Point;
  to: Point;
  captured: BoardPiece | null;
}

/**
 * Returns the single ply between two positions, or null for any other difference, which is not animated. An undone
 * capture is a move without a captured piece.
 */
export function seenPly(before: readonly BoardPiece[], after: readonly BoardPiece[]): SeenPly | null {
  const old = new Map(before.map((piece) => [pieceKey(piece), piece]));
  const moved = after.filter((piece) => {
    const was = old.get(pieceKey(piece));
    return was && !samePoint(was.at, piece.at);
  });
  const [piece] = moved;
  if (!piece || moved.length > 1) return null;
  const from = old.get(pieceKey(piece))!.at;
  const now = new Set(after.map(pieceKey));
  const gone = before.filter((other) => !now.has(pieceKey(other)));
  const back = after.filter((other) => !old.has(pieceKey(other)));
  const [captured = null] = gone;
  if (gone.length + back.length > 1) return null;
  if (captured && !samePoint(captured.at, piece.at)) return null;
  if (back[0] && !samePoint(back[0].at, from)) return null;
  return { piece, from, to: piece.at, captured };
}
