/**
 * The three rules that depend on earlier moves: 7-3, 17-5 and third repetition.
 *
 * A history is a string with one UTF-16 unit per ply, each a packed move of moves.ts. It is immutable, needs two bytes a move,
 * and allows replaying a game backwards from its current position.
 */
import { CELL_COUNT, outranks, TRAP_OWNER, typeOf } from './board.ts';
import { moveCaptured, moveFrom, moveTo } from './moves.ts';

const SEVEN_THREE_WINDOW = 14;
const SEVEN_THREE_ENTRIES = 3;
const SEVENTEEN_FIVE_WINDOW = 34;
const SEVENTEEN_FIVE_CELLS = 5;

/** A position recurs after at least four plies, so a third occurrence needs eight. */
const SOONEST_THIRD = 8;

/**
 * Whether the 7-3 rule forbids a move: its piece has moved to the target three times within the last 14 plies, and the target
 * is not a trap.
 */
export function breaksSevenThree(history: string, move: number): boolean {
  const target = moveTo(move);
  if (TRAP_OWNER[target]) return false;
  const first = Math.max(0, history.length - SEVEN_THREE_WINDOW);
  let cell = moveFrom(move);
  let entries = 0;
  for (let ply = history.length - 2; ply >= first; ply -= 2) {
    const earlier = history.charCodeAt(ply);
    if (moveTo(earlier) !== cell) continue;
    if (cell === target) entries++;
    cell = moveFrom(earlier);
  }
  return entries >= SEVEN_THREE_ENTRIES;
}

/**
 * Whether the 17-5 rule forbids a move: its piece made all 17 moves of its side in the last 34 plies, to at most 5 different
 * cells.
 */
export function breaksSeventeenFive(history: string, move: number): boolean {
  const first = history.length - SEVENTEEN_FIVE_WINDOW;
  if (first < 0) return false;
  const entered = new Set<number>();
  let cell = moveFrom(move);
  for (let ply = history.length - 2; ply >= first; ply -= 2) {
    const earlier = history.charCodeAt(ply);
    if (moveTo(earlier) !== cell) return false;
    entered.add(cell);
    cell = moveFrom(earlier);
  }
  return entered.size <= SEVENTEEN_FIVE_CELLS;
}

/**
 * Scratch of `occursTwice`: for a cell with a piece, 1 + the final cell of that piece, or 0 if it is the same cell. Values of
 * empty cells are overwritten before use.
 */
const home = new Uint8Array(CELL_COUNT);

/**
 * Whether the position after a quiet move occurred at least twice before with the same side to move. Undoes the move and the
 * `quietPlies` before it one by one and counts displaced pieces: zero means the same position. Exact, without stored keys.
 */
function occursTwice(history: string, quietPlies: number, move: number): boolean {
  home.fill(0);
  let away = 0;
  let found = 0;
  for (let back = 0; back <= quietPlies; back++) {
    const taken = back === 0 ? move : history.charCodeAt(history.length - back);
    const from = moveFrom(taken);
    const to = moveTo(taken);
    const end = home[to] || to + 1;
    if (end === to + 1) away++;
    if (end === from + 1) {
      away--;
      home[from] = 0;
    } else {
      home[from] = end;
    }
    if (away === 0 && (back & 1) === 1 && ++found === 2) return true;
  }
  return false;
}

/**
 * Whether third repetition forbids a move: the position after it would occur a third time, and its piece outranks the piece
 * that the opponent moved last, so the move is not defensive.
 *
 * @param cells the board before the move
 * @param quietPlies plies since the last capture or the start; earlier positions cannot recur
 */
export function breaksThreefold(
  cells: Uint8Array,
  history: string,
  quietPlies: number,
  move: number,
): boolean {
  if (quietPlies + 1 < SOONEST_THIRD || moveCaptured(move)) return false;
  const last = history.charCodeAt(history.length - 1);
  const mover = typeOf(cells[moveFrom(move)]!);
  return outranks(mover, typeOf(cells[moveTo(last)]!)) && occursTwice(history, quietPlies, move);
}
