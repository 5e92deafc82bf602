/**
 * The board: numbering, geometry and the searched position.
 *
 * A square is `y * 7 + x` (0..62, y = 0 is blue's edge), as in `rules`; 63 means "not on the board", so that `1 <<
 * square` of a captured piece matches no mask. A side is 0 (red) or 1 (blue). A piece is `side * 8 + type - 1`
 * (0..15) with type 1 rat … 8 elephant; there is at most one of each. A cell of the board contains `piece + 1`, or 0,
 * as in `rules`. A move is `from | to << 6 | captured type << 12`.
 *
 * All data is at fixed addresses of linear memory, so an access needs no lookup and no check.
 */

export const NO_SQUARE: u8 = 63;
const WIDTH: i32 = 7;
const HEIGHT: i32 = 9;
const CELLS: i32 = 63;

/** x in {1, 2, 4, 5}, y in {3, 4, 5}. */
export const RIVER: u64 = (0x36 << 21) | (0x36 << 28) | (0x36 << 35);
/** Bits of the dens: red's on (3,8), blue's on (3,0). */
const RED_DEN: u64 = 1 << 59;
const BLUE_DEN: u64 = 1 << 3;
/** Bits of the traps around the dens. */
const RED_TRAPS: u64 = (1 << 58) | (1 << 60) | (1 << 52);
const BLUE_TRAPS: u64 = (1 << 2) | (1 << 4) | (1 << 10);

export function bit(square: u32): u64 {
  return (<u64>1) << square;
}
export function lowest(set: u64): u32 {
  return <u32>ctz(set);
}
/** Returns the den of a side. */
export function denOf(side: i32): u64 {
  return side === 0 ? RED_DEN : BLUE_DEN;
}
/** Returns the three traps of a side. Any piece can capture an enemy piece in them. */
export function trapsOf(side: i32): u64 {
  return side === 0 ? RED_TRAPS : BLUE_TRAPS;
}

// ---- Geometry, filled by `initBoard`.

/** `[side][is rat][square]` as u64: steps of a piece on an empty board. */
const STEPS: usize = memory.data(2 * 2 * 64 * 8, 8);
/** `[square]` as u64: the orthogonal neighbors of any terrain. */
const NEIGHBORS: usize = memory.data(64 * 8, 8);
/** `[square]` as u64: jump targets of a lion or tiger over an empty river. */
const LEAPS: usize = memory.data(64 * 8, 8);
/** `[from][to]` as u64: river squares that a jump crosses. Read only for pairs in `LEAPS`. */
const CROSSED: usize = memory.data(64 * 64 * 8, 8);

export function stepsFrom(side: i32, isRat: bool, square: u32): u64 {
  return load<u64>(STEPS + (((((<u32>side) << 1) | <u32>isRat) << 9) | (square << 3)));
}
export function neighborsOf(square: u32): u64 {
  return load<u64>(NEIGHBORS + (square << 3));
}
export function leapsOver(square: u32): u64 {
  return load<u64>(LEAPS + (square << 3));
}
export function crossed(from: u32, to: u32): u64 {
  return load<u64>(CROSSED + (((from << 6) | to) << 3));
}
/** Returns the jump targets of a lion or tiger on a square; `swimmers` are the pieces of both sides in the river. */
export function leapsFrom(square: u32, swimmers: u64): u64 {
  const open = leapsOver(square);
  return swimmers === 0 || open === 0 ? open : openLeaps(square, open, swimmers);
}

function openLeaps(square: u32, leaps: u64, swimmers: u64): u64 {
  let open = leaps;
  for (let rest = leaps; rest !== 0; rest &= rest - 1) {
    const to = lowest(rest);
    if ((crossed(square, to) & swimmers) !== 0) open ^= bit(to);
  }
  return open;
}

function squareAt(x: i32, y: i32): i32 {
  return x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT ? y * WIDTH + x : -1;
}

function initDirection(square: i32, dx: i32, dy: i32): void {
  const x = square % WIDTH;
  const y = square / WIDTH;
  const to = squareAt(x + dx, y + dy);
  if (to < 0) return;
  const target = bit(to);
  store<u64>(NEIGHBORS + (square << 3), neighborsOf(square) | target);
  for (let side = 0; side < 2; side++) {
    if (target === denOf(side)) continue;
    const rat = STEPS + (((side * 2 + 1) << 9) | (square << 3));
    store<u64>(rat, load<u64>(rat) | target);
    if ((target & RIVER) !== 0) continue;
    const other = STEPS + (((side * 2) << 9) | (square << 3));
    store<u64>(other, load<u64>(other) | target);
  }
  if ((target & RIVER) !== 0 && (bit(square) & RIVER) === 0) initLeap(square, dx, dy);
}

function initLeap(square: i32, dx: i32, dy: i32): void {
  let x = (square % WIDTH) + dx;
  let y = square / WIDTH + dy;
  let over: u64 = 0;
  while ((bit(squareAt(x, y)) & RIVER) !== 0) {
    over |= bit(squareAt(x, y));
    x += dx;
    y += dy;
  }
  const to = squareAt(x, y);
  store<u64>(LEAPS + (square << 3), leapsOver(square) | bit(to));
  store<u64>(CROSSED + (((square << 6) | to) << 3), over);
}

// ---- The position.

/** `[cell]` as u8: piece + 1, or 0. */
const BOARD: usize = memory.data(64);
/** `[piece]` as u8: the square of a piece, or 63. */
const SQUARES: usize = memory.data(16);
/** `[side]` as u64: the squares of a side's pieces. */
const OCCUPIED: usize = memory.data(2 * 8, 8);
/** Zobrist keys: `[piece][square]` as u64. Square 63 has 0. */
const KEYS: usize = memory.data(16 * 64 * 8, 8);
/** Zobrist key of blue to move. */
const SIDE_KEY: u64 = 0x9d39247e33776d41;

/** The side to move. */
export let side: i32 = 0;
/** Zobrist key of pieces and side to move. */
export let key: u64 = 0;
/** Plies since the last capture or the start. */
export let quiet: i32 = 0;
/** Pieces on the board, one bit each. */
export let alive: u32 = 0;

export function cell(square: u32): u32 {
  return load<u8>(BOARD + square);
}
export function squareOf(piece: u32): u32 {
  return load<u8>(SQUARES + piece);
}
export function occupied(owner: i32): u64 {
  return load<u64>(OCCUPIED + ((<u32>owner) << 3));
}
function pieceKey(piece: u32, square: u32): u64 {
  return load<u64>(KEYS + (((piece << 6) | square) << 3));
}
/** Returns the bit of a piece; 1 << 63 for a captured one. */
export function pieceBit(piece: u32): u64 {
  return bit(squareOf(piece));
}
/** Returns the types of a side on the board: bit `type - 1`. */
export function typesOf(owner: i32): u32 {
  return (alive >> ((<u32>owner) << 3)) & 255;
}
export function countOf(owner: i32): i32 {
  return <i32>popcnt(typesOf(owner));
}
/** Returns the pieces of both sides in the river: rats. */
export function swimmers(): u64 {
  return (pieceBit(0) | pieceBit(8)) & RIVER;
}

export function moveFrom(move: u32): u32 {
  return move & 63;
}
export function moveTo(move: u32): u32 {
  return (move >> 6) & 63;
}
/** Returns the type that a move captures, or 0. */
export function moveCaptured(move: u32): u32 {
  return move >> 12;
}

/** A fixed sequence of 64-bit pseudorandom numbers. */
let seed: u64 = 0x2545f4914f6cdd1d;
function nextRandom(): u64 {
  seed += 0x9e3779b97f4a7c15;
  let z = seed;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

export function initBoard(): void {
  for (let square = 0; square < CELLS; square++) {
    initDirection(square, 0, -1);
    initDirection(square, -1, 0);
    initDirection(square, 1, 0);
    initDirection(square, 0, 1);
  }
  for (let piece = 0; piece < 16; piece++) {
    for (let square = 0; square < CELLS; square++) {
      store<u64>(KEYS + (((piece << 6) | square) << 3), nextRandom());
    }
  }
}

/** Sets a position from 63 bytes as in `rules`; `mover` is the side to move. */
export function setBoard(cells: usize, mover: i32): void {
  memory.fill(SQUARES, NO_SQUARE, 16);
  memory.fill(OCCUPIED, 0, 16);
  memory.fill(BOARD, 0, 64);
  side = mover;
  key = mover === 0 ? 0 : SIDE_KEY;
  quiet = 0;
  alive = 0;
  for (let square: u32 = 0; square < <u32>CELLS; square++) {
    const code = load<u8>(cells + square);
    if (code !== 0) put(code - 1, square);
  }
}

function put(piece: u32, square: u32): void {
  const owner = piece >> 3;
  store<u8>(BOARD + square, piece + 1);
  store<u8>(SQUARES + piece, square);
  store<u64>(OCCUPIED + (owner << 3), occupied(owner) | bit(square));
  key ^= pieceKey(piece, square);
  alive |= 1 << piece;
}

/**
 * Makes a legal move of the side to move, which includes the captured type. `unmake` needs the move and the previous
 * key and quiet count.
 */
export function make(move: u32): void {
  const from = moveFrom(move);
  const to = moveTo(move);
  const code = cell(from);
  const piece = code - 1;
  const own = OCCUPIED + ((<u32>side) << 3);
  const captured = moveCaptured(move);
  key ^= SIDE_KEY ^ pieceKey(piece, from) ^ pieceKey(piece, to);
  quiet++;
  if (captured !== 0) {
    const taken = captured - 1 + ((<u32>side ^ 1) << 3);
    const other = OCCUPIED + ((<u32>side ^ 1) << 3);
    store<u64>(other, load<u64>(other) ^ bit(to));
    store<u8>(SQUARES + taken, NO_SQUARE);
    key ^= pieceKey(taken, to);
    alive ^= 1 << taken;
    quiet = 0;
  }
  store<u64>(own, load<u64>(own) ^ bit(from) ^ bit(to));
  store<u8>(SQUARES + piece, to);
  store<u8>(BOARD + from, 0);
  store<u8>(BOARD + to, code);
  side ^= 1;
}

/** Unmakes the last move. */
export function unmake(move: u32, keyBefore: u64, quietBefore: i32): void {
  const from = moveFrom(move);
  const to = moveTo(move);
  const code = cell(to);
  const captured = moveCaptured(move);
  side ^= 1;
  const own = OCCUPIED + ((<u32>side) << 3);
  store<u64>(own, load<u64>(own) ^ bit(from) ^ bit(to));
  store<u8>(SQUARES + code - 1, from);
  store<u8>(BOARD + from, code);
  key = keyBefore;
  quiet = quietBefore;
  if (captured === 0) {
    store<u8>(BOARD + to, 0);
    return;
  }
  const taken = captured - 1 + ((<u32>side ^ 1) << 3);
  const other = OCCUPIED + ((<u32>side ^ 1) << 3);
  store<u64>(other, load<u64>(other) | bit(to));
  store<u8>(SQUARES + taken, to);
  store<u8>(BOARD + to, taken + 1);
  alive |= 1 << taken;
}

/** Passes: only the side to move changes. Repetitions are not detected across a pass. */
export function pass(): void {
  side ^= 1;
  key ^= SIDE_KEY;
  quiet = 0;
}
export function unpass(quietBefore: i32): void {
  side ^= 1;
  key ^= SIDE_KEY;
  quiet = quietBefore;
}
