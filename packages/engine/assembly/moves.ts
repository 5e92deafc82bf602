/** Legal moves by geometry and capture, and perft. */
import {
  bit,
  cell,
  denOf,
  key,
  leapsFrom,
  lowest,
  make,
  moveTo,
  neighborsOf,
  occupied,
  pieceBit,
  quiet,
  RIVER,
  side,
  squareOf,
  stepsFrom,
  swimmers,
  trapsOf,
  typesOf,
  unmake,
} from './board';

/** Maximum number of moves: 8 pieces with at most 4 directions each. */
export const MAX_MOVES: u32 = 32;

const ELEPHANT: u32 = 7;
/** Bits of tiger and lion among the types. */
const LEAPERS: u32 = 0b1100000;

/**
 * Writes the moves of the side to move that end on `targets` as u16 to `out`; returns their number. `targets` may
 * contain empty and enemy squares; own squares are ignored.
 */
export function generate(out: usize, targets: u64): u32 {
  const own = side;
  const enemy = occupied(own ^ 1);
  const free = targets & ~(enemy | occupied(own));
  const trapped = enemy & trapsOf(own) & targets;
  const inRiver = swimmers();
  const types = typesOf(own);
  const base = (<u32>own) << 3;
  const enemyBase = base ^ 8;
  let at = out;
  let weaker: u64 = 0;
  for (let type: u32 = 0; type < 8; type++) {
    weaker |= pieceBit(enemyBase + type);
    if (((types >> type) & 1) === 0) continue;
    const square = squareOf(base + type);
    let reach: u64;
    let prey: u64;
    if (type === 0) {
      reach = stepsFrom(own, true, square);
      // A rat that crosses the bank cannot capture.
      const swims = (bit(square) & RIVER) !== 0;
      prey = (weaker | pieceBit(enemyBase + ELEPHANT)) & (swims ? RIVER : ~RIVER);
    } else {
      reach = stepsFrom(own, false, square);
      if (((LEAPERS >> type) & 1) !== 0) reach |= leapsFrom(square, inRiver);
      prey = type === ELEPHANT ? weaker & ~pieceBit(enemyBase) : weaker;
    }
    at = writeMoves(at, square, reach & (free | trapped | (prey & targets)));
  }
  return <u32>(at - out) >> 1;
}

function writeMoves(out: usize, from: u32, targets: u64): usize {
  let at = out;
  for (let rest = targets; rest !== 0; rest &= rest - 1) {
    const to = lowest(rest);
    const code = cell(to);
    const captured = code === 0 ? 0 : ((code - 1) & 7) + 1;
    store<u16>(at, from | (to << 6) | (captured << 12));
    at += 2;
  }
  return at;
}

/** Returns whether a type (0..7) captures another on open land. */
export function takes(attacker: i32, defender: i32): bool {
  if (attacker === 0) return defender === 0 || defender === ELEPHANT;
  return attacker >= defender && (attacker !== ELEPHANT || defender !== 0);
}

/** Returns the enemy pieces of a side that capture a piece of type `type` (0..7) on open land, as bits. */
export function hunters(owner: i32, type: u32): u64 {
  const base: u32 = (<u32>owner ^ 1) << 3;
  if (type === ELEPHANT) return pieceBit(base) | pieceBit(base + ELEPHANT);
  let bits: u64 = 0;
  const last = type === 0 ? ELEPHANT - 1 : ELEPHANT;
  for (let hunter = type; hunter <= last; hunter++) bits |= pieceBit(base + hunter);
  return bits;
}

/**
 * Returns whether the other side could capture a piece of type `type` (0..7) of `owner` on `square` in the current
 * position; `ignored` squares count as empty for jumps.
 */
export function attacked(owner: i32, type: u32, square: u32, ignored: u64): bool {
  const target = bit(square);
  const enemy = occupied(owner ^ 1);
  const near = neighborsOf(square) & enemy;
  const trapped = (target & trapsOf(owner ^ 1)) !== 0;
  let attackers = trapped ? enemy : hunters(owner, type);
  const rat = pieceBit((<u32>owner ^ 1) << 3);
  // A rat captures neither into the river nor out of it.
  if (((rat & RIVER) !== 0) !== ((target & RIVER) !== 0)) attackers &= ~rat;
  if ((near & attackers) !== 0) return true;
  const base: u32 = (<u32>owner ^ 1) << 3;
  const leapers = (pieceBit(base + 5) | pieceBit(base + 6)) & attackers;
  return leapers !== 0 && (leapsFrom(square, swimmers() & ~ignored) & leapers) !== 0;
}

/** Generates all moves, or none if a den is entered. */
export function generateAll(out: usize): u32 {
  if (((occupied(0) & denOf(1)) | (occupied(1) & denOf(0))) !== 0) return 0;
  return generate(out, ~(<u64>0));
}

const PERFT_MOVES: usize = memory.data(16 * 64);

/** Counts the sequences of `depth` moves, with make and unmake; lines end when a den is entered. */
export function perft(depth: i32): u64 {
  if (depth === 0) return 1;
  const list = PERFT_MOVES + ((depth & 15) << 6);
  const length = generate(list, ~(<u64>0));
  const keyBefore = key;
  const quietBefore = quiet;
  const den = denOf(side ^ 1);
  let nodes: u64 = 0;
  for (let index: u32 = 0; index < length; index++) {
    const move = <u32>load<u16>(list + (index << 1));
    make(move);
    if ((bit(moveTo(move)) & den) === 0) nodes += perft(depth - 1);
    else if (depth === 1) nodes++;
    unmake(move, keyBefore, quietBefore);
  }
  return nodes;
}
