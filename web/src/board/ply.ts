import { type BoardPiece, type Point, pieceKey, samePoint } from './types.ts';

/** One half-move as the eye sees it, forwards or taken back. */
export interface SeenPly {
  piece: BoardPiece;
  from: Point;
  to: Point;
  captured: BoardPiece | null;
}

/**
 * The single half-move between two positions, null when they differ in any other way: then the board jumps,
 * because nothing ever animates more than one ply. A capture taken back is a move without a victim.
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
