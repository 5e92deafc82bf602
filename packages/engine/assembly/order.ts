/** Move ordering: hash move, captures by gain, killers, other quiet moves by history, losing captures. */
import {
  bit,
  cell,
  leapsFrom,
  moveCaptured,
  moveFrom,
  moveTo,
  occupied,
  RIVER,
  side,
  stepsFrom,
  swimmers,
  trapsOf,
} from './board';
import { intruders } from './dens';
import { worthOf } from './evaluate';
import {
  COUNT,
  FORCED,
  HASH_MOVE,
  KILLER_1,
  KILLER_2,
  LOSING,
  LOSING_LIST,
  MOVES,
  NEXT,
  QUIET_LIST,
  QUIETS,
  SCORES,
  STAGE,
} from './frame';
import { attacked, generate } from './moves';

const AT_HASH: i32 = 0;
const MAKE_CAPTURES: i32 = 1;
const AT_CAPTURES: i32 = 2;
const _MAKE_QUIETS: i32 = 3;
const AT_QUIETS: i32 = 4;
const AT_LOSING: i32 = 5;

/** `[piece][to]` as i16: history score of a quiet move. */
const HISTORY: usize = memory.data(16 * 64 * 2, 2);
/** `[piece][to]` of the previous move, as u16: the quiet move that refuted it. */
const COUNTERS: usize = memory.data(16 * 64 * 2, 2);
const HISTORY_LIMIT: i32 = 8_192;
const KILLER: i32 = 100_000;

export function clearOrder(): void {
  memory.fill(HISTORY, 0, 16 * 64 * 2);
  memory.fill(COUNTERS, 0, 16 * 64 * 2);
}

function historyAt(piece: u32, to: u32): usize {
  return HISTORY + (((piece << 6) | to) << 1);
}
export function historyOf(piece: u32, to: u32): i32 {
  return load<i16>(historyAt(piece, to));
}
function addHistory(piece: u32, to: u32, bonus: i32): void {
  const at = historyAt(piece, to);
  const old = <i32>load<i16>(at);
  store<i16>(at, old + bonus - (old * abs(bonus)) / HISTORY_LIMIT);
}

/**
 * Rewards a quiet move that caused a cutoff at `depth`, and penalizes those tried before it. `before`: piece << 6 |
 * to.
 */
export function rewardQuiet(frame: usize, move: u32, depth: i32, before: u32): void {
  if (load<u32>(frame, KILLER_1) !== move) {
    store<u32>(frame, load<u32>(frame, KILLER_1), KILLER_2);
    store<u32>(frame, move, KILLER_1);
  }
  store<u16>(COUNTERS + (before << 1), move);
  const bonus = min<i32>(depth * depth * 8, 1_600);
  addHistory(cell(moveFrom(move)) - 1, moveTo(move), bonus);
  const quiets = load<i32>(frame, QUIETS);
  for (let index: i32 = 0; index < quiets; index++) {
    const other = <u32>load<u16>(frame + QUIET_LIST + ((<usize>index) << 1));
    if (other !== move) addHistory(cell(moveFrom(other)) - 1, moveTo(other), -bonus);
  }
}

/** Returns whether a stored move is legal here. */
function isLegal(move: u32): bool {
  const code = cell(moveFrom(move));
  if (code === 0 || (code - 1) >> 3 !== <u32>side) return false;
  const target = cell(moveTo(move));
  if (target === 0 ? moveCaptured(move) !== 0 : moveCaptured(move) === 0) return false;
  if (target !== 0 && (((target - 1) & 7) + 1 !== moveCaptured(move) || (target - 1) >> 3 === <u32>side))
    return false;
  return generates(code - 1, move);
}

/** Returns whether the piece can go to the square and capture its piece. */
function generates(piece: u32, move: u32): bool {
  const from = moveFrom(move);
  const to = bit(moveTo(move));
  const type = piece & 7;
  let reach = stepsFrom(side, type === 0, from);
  if (type === 5 || type === 6) reach |= leapsFrom(from, swimmers());
  if ((reach & to) === 0) return false;
  const captured = moveCaptured(move);
  if (captured === 0 || (to & trapsOf(side)) !== 0) return true;
  if (type === 0) {
    const sameTerrain = ((bit(from) & RIVER) !== 0) === ((to & RIVER) !== 0);
    return sameTerrain && (captured === 1 || captured === 8);
  }
  return captured - 1 <= type && (type !== 7 || captured !== 1);
}

/** Starts move picking. `hashMove` may be 0. */
export function beginPicking(frame: usize, hashMove: u32): void {
  store<u32>(frame, hashMove, HASH_MOVE);
  store<i32>(frame, AT_HASH, STAGE);
  store<i32>(frame, 0, QUIETS);
  store<i32>(frame, 0, LOSING);
}

/** Returns the next move, or 0. `before`: piece << 6 | to of the previous move. */
export function pickMove(frame: usize, before: u32): u32 {
  const stage = load<i32>(frame, STAGE);
  if (stage === AT_HASH) {
    store<i32>(frame, MAKE_CAPTURES, STAGE);
    const move = load<u32>(frame, HASH_MOVE);
    if (move !== 0 && isLegal(move)) return move;
    store<u32>(frame, 0, HASH_MOVE);
  }
  if (load<i32>(frame, STAGE) === MAKE_CAPTURES) makeCaptures(frame);
  if (load<i32>(frame, STAGE) === AT_CAPTURES) {
    const move = pickCapture(frame);
    if (move !== 0) return move;
    if (load<i32>(frame, FORCED) !== 0) beginLosing(frame);
    else makeQuiets(frame, before);
  }
  if (load<i32>(frame, STAGE) === AT_QUIETS) {
    const move = pickBest(frame);
    if (move !== 0) return move;
    beginLosing(frame);
  }
  return pickLosing(frame);
}

function makeCaptures(frame: usize): void {
  const targets = load<i32>(frame, FORCED) !== 0 ? intruders(side) : occupied(side ^ 1);
  const count = generate(frame + MOVES, targets);
  for (let index: u32 = 0; index < count; index++) {
    const move = <u32>load<u16>(frame + MOVES + (index << 1));
    const taker = (cell(moveFrom(move)) - 1) & 7;
    const gain = worthOf(side ^ 1, moveCaptured(move) - 1) * 8 - <i32>taker;
    store<i32>(frame + SCORES + (index << 2), gain);
  }
  store<u32>(frame, 0, NEXT);
  store<u32>(frame, count, COUNT);
  store<i32>(frame, AT_CAPTURES, STAGE);
}

/** Returns whether a capture loses material after a recapture. */
export function loses(move: u32): bool {
  const from = moveFrom(move);
  const taker = (cell(from) - 1) & 7;
  if (worthOf(side, taker) <= worthOf(side ^ 1, moveCaptured(move) - 1)) return false;
  return attacked(side, taker, moveTo(move), bit(from));
}

function pickCapture(frame: usize): u32 {
  while (true) {
    const move = pickBest(frame);
    if (move === 0 || load<i32>(frame, FORCED) !== 0 || !loses(move)) return move;
    const losing = load<i32>(frame, LOSING);
    store<u16>(frame + LOSING_LIST + ((<usize>losing) << 1), move);
    store<i32>(frame, losing + 1, LOSING);
  }
}

function makeQuiets(frame: usize, before: u32): void {
  const count = generate(frame + MOVES, ~occupied(side ^ 1));
  const counter = <u32>load<u16>(COUNTERS + (before << 1));
  const goals = trapsOf(side ^ 1);
  for (let index: u32 = 0; index < count; index++) {
    const move = <u32>load<u16>(frame + MOVES + (index << 1));
    const piece = cell(moveFrom(move)) - 1;
    let score = historyOf(piece, moveTo(move));
    if (move === load<u32>(frame, KILLER_1)) score += KILLER;
    else if (move === load<u32>(frame, KILLER_2)) score += KILLER - 20_000;
    else if (move === counter) score += KILLER - 40_000;
    if ((bit(moveTo(move)) & goals) !== 0) score += 2 * KILLER;
    store<i32>(frame + SCORES + (index << 2), score);
  }
  store<u32>(frame, 0, NEXT);
  store<u32>(frame, count, COUNT);
  store<i32>(frame, AT_QUIETS, STAGE);
}

/** Picks the best of the generated moves; skips the hash move, which is already searched. */
function pickBest(frame: usize): u32 {
  const count = load<u32>(frame, COUNT);
  while (true) {
    const next = load<u32>(frame, NEXT);
    if (next >= count) return 0;
    let best = next;
    let bestScore = load<i32>(frame + SCORES + (next << 2));
    for (let index = next + 1; index < count; index++) {
      const score = load<i32>(frame + SCORES + (index << 2));
      if (score > bestScore) {
        best = index;
        bestScore = score;
      }
    }
    const move = <u32>load<u16>(frame + MOVES + (best << 1));
    store<u16>(frame + MOVES + (best << 1), load<u16>(frame + MOVES + (next << 1)));
    store<i32>(frame + SCORES + (best << 2), load<i32>(frame + SCORES + (next << 2)));
    store<u32>(frame, next + 1, NEXT);
    if (move !== load<u32>(frame, HASH_MOVE)) return move;
  }
}

function beginLosing(frame: usize): void {
  store<u32>(frame, 0, NEXT);
  store<i32>(frame, AT_LOSING, STAGE);
}

function pickLosing(frame: usize): u32 {
  const next = load<u32>(frame, NEXT);
  if (<i32>next >= load<i32>(frame, LOSING)) return 0;
  store<u32>(frame, next + 1, NEXT);
  return load<u16>(frame + LOSING_LIST + (next << 1));
}
