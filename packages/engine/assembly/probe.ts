/**
 * Endgame tables: exact values of positions with up to three pieces. docs/engine.md describes their generation;
 * src/tables/image.ts defines their memory layout.
 */
import { alive, bit, denOf, key, make, moveTo, quiet, side, squareOf, typesOf, unmake } from './board';
import { QUIET_LIMIT, quietLimited } from './history';
import { reserve } from './memory';
import { generate } from './moves';
import { WIN } from './score';

/** Result for positions in no table. */
export const UNKNOWN: i32 = -32_000;

/** Maximum number of pieces of a position in the tables. */
const PIECES: i32 = 3;
/** Offsets from the start of the tables: u32 of each material, cell indices as u8, values as u8. */
const INDICES: usize = 9 * 9 * 9 * 4;
const VALUES: usize = INDICES + 4 * 64;
/** Flag in the u32 of a material: the table has the two pieces in reverse order. */
const SWAPPED: u32 = 0x8000_0000;
/** Index maps: for pieces of the pair and for the lone piece, rats first. */
const OF_PAIR: usize = 0;
const OF_LONE: usize = 128;
const RAT_CELLS: u32 = 61;
const LAND_CELLS: u32 = 49;
/** Values: 0 for a draw, else plies to the end plus 1, odd for a loss; 255 for an invalid position. */
const DRAW: u32 = 0;
const NONE: u32 = 255;

let tables: usize = 0;
let inUse: bool = false;
const MOVES: usize = memory.data(64);

/**
 * Reserves memory for tables of `bytes` bytes, which the caller fills. Returns 0 if memory is insufficient. Called
 * once.
 */
export function reserveTables(bytes: u32): usize {
  tables = reserve(bytes);
  return tables;
}

/** Sets whether the next search probes the tables, which must be loaded. */
export function useTables(use: bool): void {
  inUse = use && tables !== 0;
}

/**
 * Returns the value for the side to move at `ply` from the root, or `UNKNOWN`. The position must be undecided.
 * Returns `UNKNOWN` if the draw after 200 quiet plies could precede the win.
 */
export function probe(ply: i32): i32 {
  if (!inUse || <i32>popcnt(alive) > PIECES) return UNKNOWN;
  const value = valueHere();
  if (value === NONE) return UNKNOWN;
  if (value === DRAW) return 0;
  const plies = <i32>value - 1;
  if (quietLimited() && quiet + plies > QUIET_LIMIT) return UNKNOWN;
  return (value & 1) !== 0 ? ply + plies - WIN : WIN - ply - plies;
}

function valueHere(): u32 {
  const own = popcnt(typesOf(side));
  const other = popcnt(typesOf(side ^ 1));
  if (own === 0 || other === 0) return NONE;
  return other === 1 ? stored(side) : afterMoves();
}

/** Returns the value with the lone side to move, from the stored positions after its moves. */
function afterMoves(): u32 {
  const length = generate(MOVES, ~(<u64>0));
  const keyBefore = key;
  const quietBefore = quiet;
  const goal = denOf(side ^ 1);
  let win: u32 = NONE;
  let loss: u32 = 0;
  let draw = false;
  for (let index: u32 = 0; index < length; index++) {
    const move = <u32>load<u16>(MOVES + (index << 1));
    if ((bit(moveTo(move)) & goal) !== 0) return 2;
    make(move);
    const value = stored(side);
    unmake(move, keyBefore, quietBefore);
    if (value === NONE) return NONE;
    if (value === DRAW) draw = true;
    else if ((value & 1) !== 0) win = min(win, value);
    else loss = max(loss, value);
  }
  if (win !== NONE) return win + 1;
  return draw ? DRAW : loss + 1;
}

/** Returns the stored value of a position in which `owner` is to move and the other side has one piece. */
function stored(owner: i32): u32 {
  const base = (<u32>owner) << 3;
  const types = typesOf(owner);
  const loneType = ctz(typesOf(owner ^ 1));
  let first = ctz(types);
  const rest = types & (types - 1);
  let second: u32 = rest === 0 ? 8 : ctz(rest);
  const material = (first + 1) * 81 + (second === 8 ? 0 : second + 1) * 9 + loneType + 1;
  const entry = load<u32>(tables + ((<usize>material) << 2));
  if ((entry & SWAPPED) !== 0) {
    const other = first;
    first = second;
    second = other;
  }
  const lone = squareOf((base ^ 8) + loneType);
  const mirrored = lone % 7 > 3;
  let index = indexOf(OF_LONE, loneType, turned(lone, owner, mirrored));
  index = index * cellsOf(first) + indexOf(OF_PAIR, first, turned(squareOf(base + first), owner, mirrored));
  if (second !== 8) {
    index =
      index * cellsOf(second) + indexOf(OF_PAIR, second, turned(squareOf(base + second), owner, mirrored));
  }
  return load<u8>(tables + VALUES + (entry & ~SWAPPED) + index);
}

/** Maps a square to the tables' view: the pair plays red, and the lone piece is on files a to d. */
function turned(square: u32, owner: i32, mirrored: bool): u32 {
  const x = square % 7;
  const seen = owner === 0 ? square : 56 + 2 * x - square;
  return mirrored ? seen + 6 - 2 * x : seen;
}

function cellsOf(type: u32): u32 {
  return type === 0 ? RAT_CELLS : LAND_CELLS;
}

function indexOf(map: usize, type: u32, square: u32): u32 {
  return load<u8>(tables + INDICES + map + (type === 0 ? 0 : 64) + square);
}
