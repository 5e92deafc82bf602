/** Root moves in search order, and the found lines. */
import { lineFrom, lineLength } from './frame';

/** Maximum number of requested lines: every move. */
const MOST_LINES: i32 = 32;
/** Root moves as u16; the owner writes them. */
export const ROOT_MOVES: usize = memory.data(64);
/** `[line]`: score i32, length i32, moves u16. Finished lines and the searched one. */
export const LINES: usize = memory.data(33 * 256);
/** `[line]`: score of the line at the last finished depth, i32. */
const LAST_SCORES: usize = memory.data(32 * 4);
const LINE_SIZE: usize = 256;
const MOST_MOVES: i32 = 100;

let rootCount: i32 = 0;
/** Index of the searched line: moves of earlier lines are excluded. */
let present: i32 = 0;
/** Index in `ROOT_MOVES` of the next move. */
let next: i32 = 0;
/** Whether the searched line has a move that beat the window. */
let improved: bool = false;

export function beginRoot(moves: i32): void {
  rootCount = moves;
}

/** Starts the root search for line `line`. */
export function beginLine(line: i32): void {
  present = line;
  improved = false;
}
export function hasImproved(): bool {
  return improved;
}

function lineAt(line: i32): usize {
  return LINES + <usize>line * LINE_SIZE;
}
function firstMove(line: i32): u32 {
  return load<u16>(lineAt(line), 8);
}

function isTaken(move: u32): bool {
  for (let line = 0; line < present; line++) if (firstMove(line) === move) return true;
  return false;
}

/** Returns the next root move, or 0; `tried` 0 restarts. */
export function nextRootMove(tried: i32): u32 {
  if (tried === 0) next = 0;
  while (next < rootCount) {
    const move = <u32>load<u16>(ROOT_MOVES + ((<usize>next) << 1));
    next++;
    if (!isTaken(move)) return move;
  }
  return 0;
}

/** Stores an improved best line of the root after the finished lines. */
export function rootImproved(value: i32): void {
  improved = true;
  keepLine(MOST_LINES, value);
}

function keepLine(line: i32, value: i32): void {
  const at = lineAt(line);
  const length = min(lineLength(0), MOST_MOVES);
  store<i32>(at, value);
  store<i32>(at, length, 4);
  memory.copy(at + 8, lineFrom(0), (<usize>length) << 1);
}

/**
 * Copies the stored best line to line `line` and moves its root move to the front. `count` lines exist from the last
 * depth: if one of them has the same move, it is replaced by the displaced line, so that a search that ends within a
 * depth has no duplicate move.
 */
export function storeLine(line: i32, count: i32): void {
  const move = firstMove(MOST_LINES);
  for (let old = line + 1; old < count; old++) {
    if (firstMove(old) === move) memory.copy(lineAt(old), lineAt(line), LINE_SIZE);
  }
  memory.copy(lineAt(line), lineAt(MOST_LINES), LINE_SIZE);
  moveToFront(move, line);
}

function moveToFront(move: u32, place: i32): void {
  let at = 0;
  while (load<u16>(ROOT_MOVES + ((<usize>at) << 1)) !== move) at++;
  for (; at > place; at--) {
    store<u16>(ROOT_MOVES + ((<usize>at) << 1), load<u16>(ROOT_MOVES + ((<usize>(at - 1)) << 1)));
  }
  store<u16>(ROOT_MOVES + ((<usize>place) << 1), move);
}

export function scoreOfLine(line: i32): i32 {
  return load<i32>(lineAt(line));
}
/** Returns the score of the line at this index at the last finished depth. */
export function lastScoreOfLine(line: i32): i32 {
  return load<i32>(LAST_SCORES + ((<usize>line) << 2));
}

/** Sorts the lines of a finished depth by score; stable. */
export function sortLines(count: i32): void {
  const spare = lineAt(MOST_LINES);
  for (let line = 1; line < count; line++) {
    memory.copy(spare, lineAt(line), LINE_SIZE);
    let at = line;
    for (; at > 0 && scoreOfLine(at - 1) < load<i32>(spare); at--) {
      memory.copy(lineAt(at), lineAt(at - 1), LINE_SIZE);
    }
    memory.copy(lineAt(at), spare, LINE_SIZE);
  }
  for (let line = 0; line < count; line++) {
    store<i32>(LAST_SCORES + ((<usize>line) << 2), scoreOfLine(line));
  }
}
