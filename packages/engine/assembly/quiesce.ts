/** Quiescence search: captures that do not lose, answers to pieces in the own traps, entries of dens. */
import {
  cell,
  countOf,
  key,
  make,
  moveCaptured,
  moveFrom,
  occupied,
  quiet,
  side,
  typesOf,
  unmake,
} from './board';
import { canEnterDen, canInvade, intruders } from './dens';
import { evaluate, worthOf } from './evaluate';
import { generate } from './moves';
import { loses } from './order';
import { countNode, WIN } from './score';

/** Maximum number of plies of captures; there are fewer pieces. */
const DEEPEST: i32 = 16;
const LISTS: usize = memory.data(17 * 64);
const GAINS: usize = memory.data(17 * 128);
/** Possible value of a capture beyond the piece, in points. */
const MARGIN: i32 = 120;

/** Returns the value of a position for the side to move between `alpha` and `beta`; `ply` counts from the root. */
export function quiesce(alpha: i32, beta: i32, ply: i32, below: i32): i32 {
  countNode();
  if (typesOf(side) === 0) return ply - WIN;
  if (canEnterDen(side)) return WIN - ply - 1;
  const threats = intruders(side);
  let best = ply + 2 - WIN;
  if (threats === 0) {
    if (canInvade(side)) return WIN - ply - 3;
    best = evaluate();
    if (best >= beta || below >= DEEPEST) return best;
  } else if (below >= DEEPEST) return evaluate();
  const list = LISTS + ((<usize>below) << 6);
  const count = generate(list, threats === 0 ? occupied(side ^ 1) : threats);
  if (count === 0) return best;
  return takeAll(list, count, best, max(alpha, best), beta, ply, below, threats !== 0);
}

function takeAll(
  list: usize,
  count: u32,
  start: i32,
  alpha: i32,
  beta: i32,
  ply: i32,
  below: i32,
  forced: bool,
): i32 {
  const gains = GAINS + ((<usize>below) << 7);
  for (let index: u32 = 0; index < count; index++) {
    const move = <u32>load<u16>(list + (index << 1));
    store<i32>(
      gains + (index << 2),
      worthOf(side ^ 1, moveCaptured(move) - 1) * 8 - <i32>((cell(moveFrom(move)) - 1) & 7),
    );
  }
  const keyBefore = key;
  const quietBefore = quiet;
  const lastPiece = countOf(side ^ 1) === 1;
  let best = start;
  let floor = alpha;
  for (let index: u32 = 0; index < count; index++) {
    const move = bestOf(list, gains, index, count);
    if (!forced && !lastPiece) {
      const gain = worthOf(side ^ 1, moveCaptured(move) - 1);
      if (start + gain + MARGIN <= floor) continue;
      if (loses(move)) continue;
    }
    make(move);
    const value = -quiesce(-beta, -floor, ply + 1, below + 1);
    unmake(move, keyBefore, quietBefore);
    if (value <= best) continue;
    best = value;
    if (value >= beta) return best;
    if (value > floor) floor = value;
  }
  return best;
}

/** Moves the best of the moves from `first` on to the front. */
function bestOf(list: usize, gains: usize, first: u32, count: u32): u32 {
  let best = first;
  for (let index = first + 1; index < count; index++) {
    if (load<i32>(gains + (index << 2)) > load<i32>(gains + (best << 2))) best = index;
  }
  const move = <u32>load<u16>(list + (best << 1));
  const gain = load<i32>(gains + (best << 2));
  store<u16>(list + (best << 1), load<u16>(list + (first << 1)));
  store<i32>(gains + (best << 2), load<i32>(gains + (first << 2)));
  store<u16>(list + (first << 1), move);
  store<i32>(gains + (first << 2), gain);
  return move;
}
