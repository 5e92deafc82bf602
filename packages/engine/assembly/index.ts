/** What the owner calls. Positions and root moves go in through `input`, lines come out through `lineAt`. */
import { alive, initBoard, make, setBoard } from './board';
import { generateAll, perft } from './moves';
import { depth, foundLines, LINES, nodes, ROOT_MOVES, start, step } from './search';

const CELLS: usize = memory.data(64);
initBoard();

/** Where 63 bytes of a board, and where the root moves as u16 are written. */
export function cellsAt(): usize {
  return CELLS;
}
export function rootMovesAt(): usize {
  return ROOT_MOVES;
}
/** Of a line found: score as i32, length as i32, the moves as u16. */
export function lineAt(line: u32): usize {
  return LINES + (line << 8);
}

/** Takes the board at `cellsAt` as the position; `mover` 0 red, 1 blue. */
export function setPosition(mover: i32): void {
  setBoard(CELLS, mover);
}
/** Plays a quiet or capturing legal move of the game, which the search will remember for repetitions. */
export function play(move: u32): void {
  make(move);
}
/** Writes all legal moves by geometry and capture to `rootMovesAt` and returns how many there are. */
export function listMoves(): u32 {
  return generateAll(ROOT_MOVES);
}
export function pieceCount(): i32 {
  return popcnt(alive);
}
export function depthOf(): i32 {
  return depth;
}
export function nodesOf(): u32 {
  return nodes;
}
export function lineCount(): i32 {
  return foundLines;
}
export { perft, start, step };
