/** Interface for the owner. Positions and root moves are written to memory; lines are read from memory. */
import { cell, initBoard, make, moveFrom, setBoard } from './board';
import { evaluate, initEvaluation, rawEvaluation } from './evaluate';
import { resizeHash } from './hash';
import { forgetGame, notePlayed } from './history';
import { generateAll, perft } from './moves';
import { initParameters, PARAMETER_COUNT, PARAMETERS } from './parameters';
import { initPaths } from './paths';
import { probe, reserveTables, useTables } from './probe';
import { LINES, ROOT_MOVES } from './root';
import { nodes } from './score';
import { depth, forget, foundLines, start, step } from './search';
import { initReductions } from './visit';

const CELLS: usize = memory.data(64);
initBoard();
initPaths();
initParameters();
initEvaluation();
initReductions();

/** Addresses of the 63 bytes of a board, and of the root moves as u16. */
export function cellsAt(): usize {
  return CELLS;
}
export function rootMovesAt(): usize {
  return ROOT_MOVES;
}
/** Returns the address of a found line: score as i32, length as i32, moves as u16. */
export function lineAt(line: u32): usize {
  return LINES + (line << 8);
}

/**
 * Starts a game with the board at `cellsAt`; `mover` 0 red, 1 blue. `quietRule`: 200 plies without a capture are a
 * draw; `thirdRule`: third repetition is on.
 */
export function setPosition(mover: i32, quietRule: bool, thirdRule: bool): void {
  setBoard(CELLS, mover);
  forgetGame(quietRule, thirdRule);
}
/** Plays a legal move of the game. */
export function play(move: u32): void {
  notePlayed((cell(moveFrom(move)) - 1) & 7);
  make(move);
}
/** Writes all moves by geometry and capture to `rootMovesAt`; returns their number. */
export function listMoves(): u32 {
  return generateAll(ROOT_MOVES);
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

/** Returns the address of the evaluation parameters as i16. `initEvaluation` applies changes. */
export function parametersAt(): usize {
  return PARAMETERS;
}
export function parameterCount(): u32 {
  return PARAMETER_COUNT;
}
export {
  evaluate,
  forget,
  initEvaluation,
  perft,
  probe,
  rawEvaluation,
  reserveTables,
  resizeHash,
  start,
  step,
  useTables,
};
