/** What the search makes of positions that come back. */
import { frameAt, PIECE } from './frame';
import { isRepeated, playedLast, thirdForbidden } from './history';
import { takes } from './moves';
import { INFINITE } from './score';

/** What a move that third repetition forbids gives the other side: more than any evaluation, less than a win. */
const REFUSED: i32 = 5_000;

/**
 * The value of a position that came back, for the side to move, or `INFINITE` for one that is to be searched.
 *
 * Third repetition forbids the move that brings it back when its piece outranks the piece that moved before. So the
 * stronger of the two cannot hold a game by going to and fro: its move is refused here, and where the weaker one's move
 * closed the circle, the search looks for what the stronger can do instead. Between equals it is a draw.
 */
export function repeatedValue(ply: i32): i32 {
  if (!isRepeated(ply)) return INFINITE;
  const last = movedType(ply - 1);
  const other = movedType(ply - 2);
  if (!thirdForbidden() || last === other || other < 0) return 0;
  return takes(last, other) ? REFUSED : INFINITE;
}

/** The type that moved at a ply of the line, 0..7; before it, in the game, or -1. */
function movedType(ply: i32): i32 {
  return ply < 0 ? playedLast : <i32>(load<u32>(frameAt(ply), PIECE) & 7);
}
