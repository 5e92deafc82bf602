/**
 * The tree search: principal variation search on an explicit stack. `visitMore` searches until it has counted the
 * given number of nodes or the root is decided; the state persists between calls.
 */
import {
  bit,
  cell,
  countOf,
  denOf,
  key,
  make,
  moveCaptured,
  moveFrom,
  moveTo,
  occupied,
  pass,
  quiet,
  side,
  trapsOf,
  typesOf,
  unmake,
  unpass,
} from './board';
import { canEnterDen, canInvade, enemyWithin, intruders } from './dens';
import { evaluate } from './evaluate';
import {
  AFTER_PASS,
  ALPHA,
  BEST,
  BEST_MOVE,
  BETA,
  CHILD_DEPTH,
  CUT_NODE,
  DANGER,
  DEPTH,
  EXTENDED,
  endLine,
  extendLine,
  FIRST_ALPHA,
  FORCED,
  frameAt,
  KEY_BEFORE,
  KILLER_1,
  KILLER_2,
  MAX_PLY,
  MOVE,
  PHASE,
  PIECE,
  PV_NODE,
  QUIET_BEFORE,
  QUIET_LIST,
  QUIETS,
  STATIC,
  TRIED,
} from './frame';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  entryBound,
  entryDepth,
  entryMove,
  entryScore,
  findEntry,
  keepEntry,
} from './hash';
import { noteKey, QUIET_LIMIT, quietLimited } from './history';
import { beginPicking, historyOf, loses, pickMove, rewardQuiet } from './order';
import { probe, UNKNOWN } from './probe';
import { quiesce } from './quiesce';
import { repeatedValue } from './repetition';
import { nextRootMove, rootImproved } from './root';
import { countNode, fromTable, INFINITE, nodes, toTable, WIN, WIN_FROM } from './score';

/** Search purposes of the current move. */
const PASSED: i32 = 1;
const SHORTENED: i32 = 2;
const ZERO_WINDOW: i32 = 3;
const OPEN_WINDOW: i32 = 4;

/** Possible gain per depth in points, for cutoffs without a search. */
const CUT_MARGIN: i32 = 70;
const SKIP_MARGIN: i32 = 80;
const SHALLOW: i32 = 5;
/** Maximum extension of a line: the root's depth in plies. */
let mostExtended: i32 = 0;

let ply: i32 = -1;
let frame: usize = 0;
/** Whether a frame was pushed and not visited yet. */
let entering: bool = false;
/** Value of the last popped frame, for its side to move. */
let returned: i32 = 0;

/** `[depth, at most 63][moves tried, at most 31]` as u8: reduction of late quiet moves in plies. */
const REDUCTIONS: usize = memory.data(64 * 32);

export function initReductions(): void {
  for (let depth = 1; depth < 64; depth++) {
    for (let tried = 1; tried < 32; tried++) {
      const plies = 0.3 + (Math.log(<f64>depth) * Math.log(<f64>tried)) / 2.0;
      store<u8>(REDUCTIONS + (((<usize>depth) << 5) | <usize>tried), <u8>(<i32>plies));
    }
  }
}

/** Pushes the root on the stack. */
export function beginVisit(depth: i32, alpha: i32, beta: i32): void {
  ply = -1;
  mostExtended = depth + 4;
  push(alpha, beta, depth, 0, 0, false);
}

/** Returns the value of the root after `visitMore` returned true. */
export function visitedValue(): i32 {
  return returned;
}

export function visitMore(until: u32): bool {
  while (ply >= 0) {
    if (entering) {
      if (nodes >= until) return false;
      entering = false;
      enter();
    } else resume();
  }
  return true;
}

function push(alpha: i32, beta: i32, depth: i32, cut: i32, extended: i32, afterPass: bool): void {
  ply++;
  frame = frameAt(ply);
  store<i32>(frame, alpha, ALPHA);
  store<i32>(frame, alpha, FIRST_ALPHA);
  store<i32>(frame, beta, BETA);
  store<i32>(frame, depth, DEPTH);
  store<i32>(frame, cut, CUT_NODE);
  store<i32>(frame, extended, EXTENDED);
  store<i32>(frame, <i32>afterPass, AFTER_PASS);
  store<i32>(frame, beta - alpha > 1 ? 1 : 0, PV_NODE);
  entering = true;
}

function pop(value: i32): void {
  returned = value;
  ply--;
  if (ply >= 0) frame = frameAt(ply);
}

/** Returns the value of a position that needs no search, or `INFINITE`. */
function settledValue(): i32 {
  // Only root moves enter a den: elsewhere the position before is already a known win.
  if (typesOf(side) === 0 || (occupied(side ^ 1) & denOf(side)) !== 0) return ply - WIN;
  if (quietLimited() && quiet >= QUIET_LIMIT) return 0;
  if (canEnterDen(side)) return WIN - ply - 1;
  // The game must not be drawn one move later.
  const inTime = !quietLimited() || quiet < QUIET_LIMIT - 2;
  if (inTime && intruders(side) === 0 && canInvade(side)) return WIN - ply - 3;
  const again = repeatedValue(ply);
  if (again !== INFINITE) return again;
  const known = probe(ply);
  if (known !== UNKNOWN) return known;
  return ply >= MAX_PLY - 1 ? evaluate() : INFINITE;
}

function enter(): void {
  endLine(ply);
  noteKey(ply);
  const root = ply === 0;
  if (!root) {
    const settled = settledValue();
    if (settled !== INFINITE) {
      countNode();
      pop(settled);
      return;
    }
  }
  const forced = intruders(side) !== 0;
  const danger = !forced && canInvade(side ^ 1);
  if (!deepen(forced, danger)) {
    pop(quiesce(load<i32>(frame, ALPHA), load<i32>(frame, BETA), ply, 0));
    return;
  }
  countNode();
  if (!root && (narrowed() || cutByTable())) return;
  const move = root || !findEntry(key) ? 0 : entryMove;
  const depth = load<i32>(frame, DEPTH);
  if (move === 0 && depth >= 4 && !root) store<i32>(frame, depth - 1, DEPTH);
  const value = forced ? -INFINITE : evaluate();
  store<i32>(frame, value, STATIC);
  store<i32>(frame, <i32>forced, FORCED);
  store<i32>(frame, <i32>danger, DANGER);
  store<i32>(frame, -INFINITE, BEST);
  store<u32>(frame, 0, BEST_MOVE);
  store<i32>(frame, 0, TRIED);
  store<u64>(frame, key, KEY_BEFORE);
  store<i32>(frame, quiet, QUIET_BEFORE);
  beginPicking(frame, move);
  const quietPlace = !root && !forced && !danger && load<i32>(frame, PV_NODE) === 0;
  if (quietPlace && (cutByMargin(value) || tryPass(value))) return;
  nextMove();
}

/** Extends forced lines. Returns false if only captures remain to be searched. */
function deepen(forced: bool, danger: bool): bool {
  let depth = load<i32>(frame, DEPTH);
  const extended = load<i32>(frame, EXTENDED);
  if ((forced || (danger && depth <= 0)) && extended < mostExtended) {
    depth = max(depth, 0) + 1;
    store<i32>(frame, depth, DEPTH);
    store<i32>(frame, extended + 1, EXTENDED);
  }
  return depth > 0;
}

/** Narrows the window to wins shorter than the known ones. Returns whether it is empty. */
function narrowed(): bool {
  const alpha = max(load<i32>(frame, ALPHA), ply - WIN);
  const beta = min(load<i32>(frame, BETA), WIN - ply - 1);
  if (alpha < beta) return false;
  pop(alpha);
  return true;
}

function cutByTable(): bool {
  if (load<i32>(frame, PV_NODE) !== 0 || !findEntry(key)) return false;
  if (entryDepth < load<i32>(frame, DEPTH) || (quietLimited() && quiet > QUIET_LIMIT - 30)) return false;
  const value = fromTable(entryScore, ply);
  const holds =
    entryBound === BOUND_EXACT ||
    (entryBound === BOUND_LOWER && value >= load<i32>(frame, BETA)) ||
    (entryBound === BOUND_UPPER && value <= load<i32>(frame, ALPHA));
  if (holds) pop(value);
  return holds;
}

/** Cuts positions far above the window, which a shallow search does not change. */
function cutByMargin(value: i32): bool {
  const beta = load<i32>(frame, BETA);
  const depth = load<i32>(frame, DEPTH);
  if (depth > SHALLOW || abs(beta) > WIN_FROM || value - CUT_MARGIN * depth < beta) return false;
  pop(value);
  return true;
}

/** Tries a null move if zugzwang is unlikely: enough pieces, and none near the den. */
function tryPass(value: i32): bool {
  const beta = load<i32>(frame, BETA);
  const depth = load<i32>(frame, DEPTH);
  if (depth < 3 || value < beta || abs(beta) > WIN_FROM || load<i32>(frame, AFTER_PASS) !== 0) return false;
  if (countOf(side) < 4 || enemyWithin(side, 3)) return false;
  store<i32>(frame, PASSED, PHASE);
  store<u32>(frame, 0, MOVE);
  store<u32>(frame, 0, PIECE);
  const extended = load<i32>(frame, EXTENDED);
  const left = depth - 3 - depth / 4;
  pass();
  push(-beta, 1 - beta, left, 1 - load<i32>(frame, CUT_NODE), extended, true);
  return true;
}

/** Returns piece << 6 | to of the previous move. */
function moveBefore(): u32 {
  if (ply === 0) return 0;
  const parent = frameAt(ply - 1);
  return (load<u32>(parent, PIECE) << 6) | moveTo(load<u32>(parent, MOVE));
}

/** Returns whether a quiet move is skipped: late or hopeless, at low depth. */
function isSkipped(move: u32): bool {
  const depth = load<i32>(frame, DEPTH);
  if (ply === 0 || depth > SHALLOW || load<i32>(frame, BEST) <= -WIN_FROM) return false;
  if (load<i32>(frame, FORCED) !== 0 || load<i32>(frame, DANGER) !== 0) return false;
  if (moveCaptured(move) !== 0) return depth <= 2 && load<i32>(frame, PV_NODE) === 0 && loses(move);
  if ((bit(moveTo(move)) & trapsOf(side ^ 1)) !== 0) return false;
  if (load<i32>(frame, PV_NODE) === 0 && load<i32>(frame, QUIETS) >= 4 + depth * depth) return true;
  return load<i32>(frame, STATIC) + SKIP_MARGIN * (depth + 1) <= load<i32>(frame, ALPHA);
}

function nextMove(): void {
  while (true) {
    const move = ply === 0 ? nextRootMove(load<i32>(frame, TRIED)) : pickMove(frame, moveBefore());
    if (move === 0) {
      conclude();
      return;
    }
    if (isSkipped(move)) continue;
    descend(move);
    return;
  }
}

function descend(move: u32): void {
  const tried = load<i32>(frame, TRIED);
  const alpha = load<i32>(frame, ALPHA);
  const cut = load<i32>(frame, CUT_NODE);
  const extended = load<i32>(frame, EXTENDED);
  const child = load<i32>(frame, DEPTH) - 1;
  const off = tried === 0 ? 0 : reductionOf(move, tried, child);
  store<u32>(frame, move, MOVE);
  store<u32>(frame, cell(moveFrom(move)) - 1, PIECE);
  store<i32>(frame, child, CHILD_DEPTH);
  store<i32>(frame, tried + 1, TRIED);
  store<i32>(frame, tried === 0 ? OPEN_WINDOW : off > 0 ? SHORTENED : ZERO_WINDOW, PHASE);
  make(move);
  if (tried === 0) push(-load<i32>(frame, BETA), -alpha, child, 1 - cut, extended, false);
  else push(-alpha - 1, -alpha, child - off, off > 0 ? 1 : 1 - cut, extended, false);
}

/** Returns the reduction of a late move, in plies. */
function reductionOf(move: u32, tried: i32, child: i32): i32 {
  const depth = load<i32>(frame, DEPTH);
  if (depth < 3 || moveCaptured(move) !== 0 || load<i32>(frame, FORCED) !== 0) return 0;
  if ((bit(moveTo(move)) & trapsOf(side ^ 1)) !== 0) return 0;
  let plies = <i32>load<u8>(REDUCTIONS + (((<usize>min(depth, 63)) << 5) | <usize>min(tried, 31)));
  if (load<i32>(frame, PV_NODE) !== 0) plies--;
  if (load<i32>(frame, CUT_NODE) !== 0) plies++;
  if (load<i32>(frame, DANGER) !== 0) plies--;
  if (move === load<u32>(frame, KILLER_1) || move === load<u32>(frame, KILLER_2)) plies--;
  plies -= historyOf(cell(moveFrom(move)) - 1, moveTo(move)) / 3_000;
  return max(0, min(plies, child - 1));
}

/** Handles the value of a child: searches it with more depth, or finishes it. */
function resume(): void {
  const value = -returned;
  const phase = load<i32>(frame, PHASE);
  if (phase === PASSED) {
    unpass(load<i32>(frame, QUIET_BEFORE));
    if (value >= load<i32>(frame, BETA)) {
      pop(value > WIN_FROM ? load<i32>(frame, BETA) : value);
      return;
    }
    nextMove();
    return;
  }
  const alpha = load<i32>(frame, ALPHA);
  const beta = load<i32>(frame, BETA);
  const child = load<i32>(frame, CHILD_DEPTH);
  const extended = load<i32>(frame, EXTENDED);
  if (phase === SHORTENED && value > alpha) {
    store<i32>(frame, ZERO_WINDOW, PHASE);
    push(-alpha - 1, -alpha, child, 1 - load<i32>(frame, CUT_NODE), extended, false);
    return;
  }
  if (phase === ZERO_WINDOW && value > alpha && value < beta) {
    store<i32>(frame, OPEN_WINDOW, PHASE);
    push(-beta, -alpha, child, 0, extended, false);
    return;
  }
  finish(value);
}

/** Applies the value of the current move. */
function finish(value: i32): void {
  const move = load<u32>(frame, MOVE);
  unmake(move, load<u64>(frame, KEY_BEFORE), load<i32>(frame, QUIET_BEFORE));
  const isQuiet = moveCaptured(move) === 0;
  if (value > load<i32>(frame, BEST)) {
    store<i32>(frame, value, BEST);
    if (value > load<i32>(frame, ALPHA)) {
      store<i32>(frame, value, ALPHA);
      store<u32>(frame, move, BEST_MOVE);
      extendLine(ply, move);
      if (ply === 0) rootImproved(value);
      if (value >= load<i32>(frame, BETA)) {
        if (isQuiet) rewardQuiet(frame, move, load<i32>(frame, DEPTH), moveBefore());
        conclude();
        return;
      }
    }
  }
  if (isQuiet) {
    const quiets = load<i32>(frame, QUIETS);
    store<u16>(frame + QUIET_LIST + ((<usize>(quiets & 31)) << 1), move);
    store<i32>(frame, min(31, quiets + 1), QUIETS);
  }
  nextMove();
}

/** Handles a frame whose moves are all searched. */
function conclude(): void {
  const best = load<i32>(frame, BEST);
  if (load<i32>(frame, TRIED) === 0) {
    // Nothing can capture the piece in the trap, or there is no legal move.
    pop(load<i32>(frame, FORCED) !== 0 ? ply + 2 - WIN : ply - WIN);
    return;
  }
  if (ply > 0) {
    const exact = best > load<i32>(frame, FIRST_ALPHA);
    const bound = best >= load<i32>(frame, BETA) ? BOUND_LOWER : exact ? BOUND_EXACT : BOUND_UPPER;
    keepEntry(key, load<u32>(frame, BEST_MOVE), toTable(best, ply), load<i32>(frame, DEPTH), bound);
  }
  pop(best);
}
