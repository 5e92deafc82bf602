/** Number of moves of a piece from one square to another on an empty board, by its real movement. */
import { bit, denOf, leapsOver, lowest, stepsFrom, trapsOf } from './board';

/** Movement kinds: the rat swims; lion and tiger jump; the others walk. */
const SWIMS: u32 = 0;
const WALKS: u32 = 1;
const LEAPS: u32 = 2;
/** Distance of unreachable squares. */
export const FAR: u8 = 31;

/** `[side][way][to][from]` as u8. */
const DISTANCES: usize = memory.data(2 * 3 * 64 * 64);
/** `[side][way][square]` as u64, see `trapDistances`. */
const TRAP_DISTANCES: usize = memory.data(2 * 3 * 64 * 8, 8);

/** Returns the movement kind of a type (0..7). */
export function wayOf(type: u32): u32 {
  return type === 0 ? SWIMS : type === 5 || type === 6 ? LEAPS : WALKS;
}
export function distance(side: u32, way: u32, from: u32, to: u32): u32 {
  return load<u8>(DISTANCES + ((((side * 3 + way) << 12) | (to << 6)) + from));
}
/**
 * Returns six distances in the bytes of a word, lowest first: to the three enemy traps, then to the three own traps,
 * each in square order.
 */
export function trapDistances(side: u32, way: u32, square: u32): u64 {
  return load<u64>(TRAP_DISTANCES + ((((side * 3 + way) << 6) | square) << 3));
}

function reach(side: u32, way: u32, square: u32): u64 {
  const steps = stepsFrom(side, way === SWIMS, square);
  return way === LEAPS ? steps | leapsOver(square) : steps;
}

/**
 * Breadth-first search from every square. Not every move is reversible (no piece leaves the enemy's den), so it
 * searches forwards.
 */
function initFrom(side: u32, way: u32, from: u32): void {
  let seen: u64 = 0;
  let frontier = bit(from);
  for (let moves: u8 = 0; frontier !== 0; moves++) {
    seen |= frontier;
    let next: u64 = 0;
    for (let rest = frontier; rest !== 0; rest &= rest - 1) {
      const square = lowest(rest);
      store<u8>(DISTANCES + ((((side * 3 + way) << 12) | (square << 6)) + from), moves);
      next |= reach(side, way, square);
    }
    frontier = next & ~seen;
  }
}

function initTraps(side: u32, way: u32, from: u32): void {
  let word: u64 = 0;
  let shift: u64 = 0;
  for (let owner: u32 = 0; owner < 2; owner++) {
    for (let rest = trapsOf(owner === 0 ? side ^ 1 : side); rest !== 0; rest &= rest - 1) {
      word |= (<u64>distance(side, way, from, lowest(rest))) << shift;
      shift += 8;
    }
  }
  store<u64>(TRAP_DISTANCES + ((((side * 3 + way) << 6) | from) << 3), word);
}

export function initPaths(): void {
  memory.fill(DISTANCES, FAR, 2 * 3 * 64 * 64);
  for (let side: u32 = 0; side < 2; side++) {
    for (let way: u32 = 0; way < 3; way++) {
      for (let from: u32 = 0; from < 63; from++) {
        if (bit(from) !== denOf(side)) initFrom(side, way, from);
      }
      for (let from: u32 = 0; from < 63; from++) initTraps(side, way, from);
    }
  }
}
