/** Iterative deepening in steps, so that the caller can listen in between. */
import { bit, denOf, key, make, moveTo, occupied, quiet, side, typesOf, unmake } from './board';
import { generate } from './moves';

/** A win now; a win in n plies is worth `WIN - n`. */
export const WIN: i32 = 30_000;
export const MAX_DEPTH: i32 = 64;
/** How many best lines can be asked for at most: every root move. */
export const MAX_LINES: i32 = 32;

const MOVES: usize = memory.data(128 * 64);
/** What the search was asked for, and how far it is. */
export const ROOT_MOVES: usize = memory.data(64);
let rootCount: u32 = 0;
let wantedLines: i32 = 1;
let depthLimit: i32 = 1;
let nodeLimit: u32 = 0;
export let nodes: u32 = 0;
export let depth: i32 = 0;
export let foundLines: i32 = 0;
/** `[line]`: score as i32, length as i32, then the moves as u16. */
export const LINES: usize = memory.data(32 * 256);
let aborted: bool = false;

export function start(moves: u32, lines: i32, depths: i32, nodesAtMost: u32): void {
  rootCount = moves;
  wantedLines = min(lines, <i32>moves);
  depthLimit = min(depths, 4);
  nodeLimit = nodesAtMost;
  nodes = 0;
  depth = 0;
  foundLines = 0;
  aborted = false;
}

/** 0: go on; 1: a depth was finished; 2: all is done. */
export function step(_slice: u32): i32 {
  const scores = MOVES + 127 * 64;
  for (let index: u32 = 0; index < rootCount; index++) {
    const move = <u32>load<u16>(ROOT_MOVES + (index << 1));
    store<i16>(scores + (index << 1), -searched(move, depth, 1));
  }
  if (aborted && depth > 0) return 2;
  for (let line = 0; line < wantedLines; line++) {
    let best: u32 = 0;
    for (let index: u32 = 1; index < rootCount; index++) {
      if (load<i16>(scores + (index << 1)) > load<i16>(scores + (best << 1))) best = index;
    }
    const at = LINES + ((<usize>line) << 8);
    store<i32>(at, load<i16>(scores + (best << 1)));
    store<i32>(at + 4, 1);
    store<u16>(at + 8, load<u16>(ROOT_MOVES + (best << 1)));
    store<i16>(scores + (best << 1), -32_000);
  }
  foundLines = wantedLines;
  depth++;
  return depth >= depthLimit || nodes >= nodeLimit ? 2 : 1;
}

function searched(move: u32, left: i32, ply: i32): i32 {
  const keyBefore = key;
  const quietBefore = quiet;
  make(move);
  const value = visit(move, left, ply);
  unmake(move, keyBefore, quietBefore);
  return value;
}

function visit(last: u32, left: i32, ply: i32): i32 {
  nodes++;
  if ((bit(moveTo(last)) & denOf(side)) !== 0 || typesOf(side) === 0) return ply - WIN;
  if (left <= 0) return material();
  if (nodes >= nodeLimit) aborted = true;
  if (aborted) return 0;
  const list = MOVES + ((<usize>ply) << 6);
  const length = generate(list, ~(<u64>0));
  let best: i32 = ply - WIN;
  for (let index: u32 = 0; index < length; index++) {
    best = max(best, -searched(<u32>load<u16>(list + (index << 1)), left - 1, ply + 1));
  }
  return best;
}

function material(): i32 {
  let value = 0;
  for (let types = typesOf(side); types !== 0; types &= types - 1) value += 100 + 20 * <i32>ctz(types);
  for (let types = typesOf(side ^ 1); types !== 0; types &= types - 1) value -= 100 + 20 * <i32>ctz(types);
  return occupied(side) === 0 ? -WIN : value;
}
