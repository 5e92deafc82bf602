/**
 * The three rules that look at the moves before (spec §5 and §9): 7-3, 17-5 and third repetition.
 *
 * A history is a string with one UTF-16 unit per half-move, each a packed move of moves.ts: immutable,
 * two bytes a move, and enough to walk any game backwards from its present position.
 */
import { CELL_COUNT, outranks, TRAP_OWNER, typeOf } from './board.ts';
import { moveCaptured, moveFrom, moveTo } from './moves.ts';

const SEVEN_THREE_WINDOW = 14;
const SEVEN_THREE_ENTRIES = 3;
const SEVENTEEN_FIVE_WINDOW = 34;
const SEVENTEEN_FIVE_CELLS = 5;

/** A position cannot come back sooner than after four half-moves, so a third one needs eight. */
const SOONEST_THIRD = 8;

/**
 * Whether the 7-3 rule forbids a move: within the last 14 half-moves its piece has already moved to the
 * target three times, and the target is no trap.
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
 * Whether the 17-5 rule forbids a move: all 17 moves of its side in the last 34 half-moves were made by
 * its piece, and they entered at most 5 different cells.
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
 * Scratch of `occursTwice`: for a cell with a piece, 1 + the cell where that piece stands at the end, or 0
 * when it is this one. Whatever an empty cell holds is written again before a piece on it is looked at.
 */
const home = new Uint8Array(CELL_COUNT);

/**
 * Whether the position after a quiet move stood on the board, with the same side to move, at least twice
 * before. Takes the move and the `quietPlies` before it back, one by one, and counts the pieces that are
 * not where they end up: none away means the same position. Exact, and it needs no stored keys.
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
 * Whether third repetition forbids a move: the position after it would stand for the third time, and the
 * move is not defensive, because its piece outranks the piece that the opponent moved last.
 *
 * @param cells the board before the move
 * @param quietPlies half-moves since the last capture or the start; earlier positions cannot recur
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
