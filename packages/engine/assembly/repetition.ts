/** Values of repeated positions in the search. */
import { frameAt, PIECE } from './frame';
import { isRepeated, playedLast, thirdForbidden } from './history';
import { takes } from './moves';
import { INFINITE } from './score';

/** Score for the other side if third repetition forbids a move: more than any evaluation, less than a win. */
const REFUSED: i32 = 5_000;

/**
 * Returns the value of a repeated position for the side to move, or `INFINITE` if it must be searched.
 *
 * Third repetition forbids the move that repeats the position if its piece outranks the piece that moved before. So
 * the stronger of the two cannot hold a game by moving back and forth: its move is refused here. If the weaker
 * piece's move completed the cycle, the search finds an alternative for the stronger piece. Between equals it is a
 * draw.
 */
export function repeatedValue(ply: i32): i32 {
  if (!isRepeated(ply)) return INFINITE;
  const last = movedType(ply - 1);
  const other = movedType(ply - 2);
  if (!thirdForbidden() || last === other || other < 0) return 0;
  return takes(last, other) ? REFUSED : INFINITE;
}

/** Returns the type that moved at a ply of the line, 0..7, or before the line in the game, or -1. */
function movedType(ply: i32): i32 {
  return ply < 0 ? playedLast : <i32>(load<u32>(frameAt(ply), PIECE) & 7);
}
