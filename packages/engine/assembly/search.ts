/** Iterative deepening with aspiration windows, line by line, in steps. */
import { clearFrames } from './frame';
import { ageHash, clearHash } from './hash';
import { clearOrder } from './order';
import {
  beginLine,
  beginRoot,
  hasImproved,
  lastScoreOfLine,
  scoreOfLine,
  sortLines,
  storeLine,
} from './root';
import { clearNodes, INFINITE, nodes, WIN, WIN_FROM } from './score';
import { beginVisit, visitedValue, visitMore } from './visit';

/** Half width of the first window, in points, and the depth from which scores are stable. */
const WINDOW: i32 = 24;
const STEADY: i32 = 5;

export const RUNNING: i32 = 0;
export const DEEPER: i32 = 1;
export const DONE: i32 = 2;

let wantedLines: i32 = 1;
let depthLimit: i32 = 1;
let nodeLimit: u32 = 0;
/** Last finished depth, and its number of lines. */
export let depth: i32 = 0;
export let foundLines: i32 = 0;
/** The searched line and its window. */
let line: i32 = 0;
let alpha: i32 = 0;
let beta: i32 = 0;
let width: i32 = 0;

/** Clears the results of earlier searches, so that the same limits give the same result. */
export function forget(hashLog: u32): void {
  clearHash(hashLog);
  clearOrder();
  clearFrames();
}

/** Prepares a search of the position with `moves` root moves, at least one; `nodesAtMost` 2^32 - 1 is no limit. */
export function start(moves: i32, lines: i32, depths: i32, nodesAtMost: u32): void {
  beginRoot(moves);
  wantedLines = min(lines, moves);
  depthLimit = depths;
  nodeLimit = nodesAtMost;
  depth = 0;
  foundLines = 0;
  clearNodes();
  ageHash();
  beginWindow(0);
}

function beginWindow(next: i32): void {
  line = next;
  alpha = -INFINITE;
  beta = INFINITE;
  width = WINDOW;
  const last = next < foundLines ? lastScoreOfLine(next) : 0;
  if (depth >= STEADY && next < foundLines && abs(last) < WIN_FROM) {
    alpha = last - width;
    beta = last + width;
  }
  visitRoot();
}

function visitRoot(): void {
  beginLine(line);
  beginVisit(depth + 1, alpha, beta);
}

/** Continues the search by about `slice` nodes. */
export function step(slice: u32): i32 {
  const until = min<u64>(<u64>nodes + slice, depth === 0 ? u32.MAX_VALUE : nodeLimit);
  if (!visitMore(<u32>until)) return depth > 0 && nodes >= nodeLimit ? stopped() : RUNNING;
  const value = visitedValue();
  if (value <= alpha || value >= beta) {
    width *= 3;
    if (value <= alpha) alpha = width > 500 ? -INFINITE : value - width;
    else beta = width > 500 ? INFINITE : value + width;
    visitRoot();
    return RUNNING;
  }
  storeLine(line, foundLines);
  if (line + 1 < wantedLines) {
    beginWindow(line + 1);
    return RUNNING;
  }
  return deeper();
}

function deeper(): i32 {
  depth++;
  foundLines = wantedLines;
  sortLines(foundLines);
  if (depth >= depthLimit || nodes >= nodeLimit || isDecided()) return DONE;
  beginWindow(0);
  return DEEPER;
}

/** Returns whether a deeper search can change nothing: every line ends the game within the searched depth. */
function isDecided(): bool {
  for (let index = 0; index < foundLines; index++) if (abs(scoreOfLine(index)) < WIN_FROM) return false;
  return WIN - abs(scoreOfLine(0)) <= depth;
}

/** Handles the node limit. Moves that beat the window at the unfinished depth are better than earlier results. */
function stopped(): i32 {
  if (wantedLines === 1 && hasImproved()) storeLine(0, foundLines);
  return DONE;
}
