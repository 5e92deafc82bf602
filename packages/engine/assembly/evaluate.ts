/**
 * The evaluation. `initEvaluation` runs once, and after each change of the parameters. `evaluate` returns points for
 * the side to move: 200 points win 73 games of 100 (src/score.ts). `worthOf` returns the value of capturing a piece,
 * for ordering and pruning. The implementation is private to this file.
 */
import {
  bit,
  denOf,
  leapsFrom,
  leapsOver,
  lowest,
  quiet,
  RIVER,
  side,
  squareOf,
  trapsOf,
  typesOf,
} from './board';
import { quietLimited } from './history';
import { takes } from './moves';
import {
  ADVANCE,
  BASE,
  BLOCKED_LEAPS,
  HUNTED,
  OPEN_TRAPS,
  PREY,
  parameter,
  RACE,
  RAT_TO_ELEPHANT,
  SQUARES,
  STORM,
  TEMPO,
} from './parameters';
import { distance, trapDistances, wayOf } from './paths';

const ELEPHANT: u32 = 7;
const LEAPERS: u32 = 0b1100000;
/** Parameters are in quarters of a point. */
const SCALE: i32 = 4;

/** Number of plies without a capture after which an advantage shrinks, and further plies until it would be 0. */
const CALM: i32 = 60;
const FADE: i32 = 180;

/**
 * `[type][types of the enemy]` as i16: value of a piece by the enemy types that can capture it or that it can
 * capture.
 */
const WORTH: usize = memory.data(8 * 256 * 2, 2);
/** `[side][type][square]` as i16. */
const PLACES: usize = memory.data(2 * 8 * 64 * 2, 2);
/** `[side][type][defenders in time, at most 3][square]` as i16. */
const ADVANCES: usize = memory.data(2 * 8 * 4 * 64 * 2, 2);
/** `[side][type][square]` as u8: moves to the enemy's den, at most 15, and to the nearest own trap, at most 7. */
const AWAY: usize = memory.data(2 * 8 * 64);
const HOME: usize = memory.data(2 * 8 * 64);
/** `[type]` as u8: types that can capture it on open land. */
const TAKERS: usize = memory.data(8);
/** Moves to a den within which a piece attacks it, and moves to a trap within which a piece guards it. */
const STORMS: u32 = 4;
const GUARDS: u32 = 2;

function initWorth(type: u32, enemies: u32): void {
  let hunters: u32 = 0;
  let prey: u32 = 0;
  for (let rest = enemies; rest !== 0; rest &= rest - 1) {
    if (takes(ctz(rest), type)) hunters++;
    if (takes(type, ctz(rest))) prey++;
  }
  const at = (type << 8) | enemies;
  store<i16>(
    WORTH + (at << 1),
    parameter(BASE + type) + parameter(HUNTED + hunters) + parameter(PREY + prey),
  );
}

function initSquare(owner: u32, type: u32, square: u32): void {
  const x = square % 7;
  const y = square / 7;
  const row = owner === 0 ? 8 - y : y;
  const place = SQUARES + type * 36 + row * 4 + min(x, 6 - x);
  store<i16>(PLACES + ((((owner << 9) | (type << 6)) + square) << 1), parameter(place));
  const moves = min<u32>(15, distance(owner, wayOf(type), square, lowest(denOf(owner ^ 1))));
  const seen = (((owner << 3) | type) << 6) | square;
  store<u8>(AWAY + seen, <u8>moves);
  store<u8>(HOME + seen, <u8>homeMoves(owner, type, square));
  for (let hunters: u32 = 0; hunters < 4; hunters++) {
    const at = ((((owner << 3) | type) << 2) | hunters) << 6;
    store<i16>(ADVANCES + ((at | square) << 1), parameter(ADVANCE + hunters * 16 + moves));
  }
}

function homeMoves(owner: u32, type: u32, square: u32): u32 {
  let moves: u32 = 7;
  for (let rest = trapsOf(owner); rest !== 0; rest &= rest - 1) {
    moves = min<u32>(moves, distance(owner, wayOf(type), square, lowest(rest)));
  }
  return moves;
}

function initAttackers(type: u32): void {
  let attackers: u32 = 0;
  for (let attacker: u32 = 0; attacker < 8; attacker++) if (takes(attacker, type)) attackers |= 1 << attacker;
  store<u8>(TAKERS + type, <u8>attackers);
}

export function initEvaluation(): void {
  for (let type: u32 = 0; type < 8; type++) {
    initAttackers(type);
    for (let enemies: u32 = 0; enemies < 256; enemies++) initWorth(type, enemies);
    for (let square: u32 = 0; square < 63; square++) {
      initSquare(0, type, square);
      initSquare(1, type, square);
    }
  }
}

/** Returns the value of a piece against the enemy's remaining pieces, in points. */
export function worthOf(owner: i32, type: u32): i32 {
  return load<i16>(WORTH + (((type << 8) | typesOf(owner ^ 1)) << 1)) / SCALE;
}

/** Returns the lesser of each pair of bytes; all are below 128. */
function lesserBytes(a: u64, b: u64): u64 {
  const high: u64 = 0x8080808080808080;
  const notLess = ((a | high) - b) & high;
  const mask = (notLess >> 7) * 255;
  return (b & mask) | (a & ~mask);
}

/**
 * Returns eight sets of types in the bytes of a word: byte n has the pieces of a side within n moves of an own trap,
 * byte 7 has all.
 */
function homeward(owner: u32): u64 {
  const base = owner << 3;
  let sets: u64 = 0;
  for (let types = typesOf(owner); types !== 0; types &= types - 1) {
    const piece = base + ctz(types);
    const moves = <u64>load<u8>(HOME + ((piece << 6) | squareOf(piece)));
    sets |= (<u64>(types & -types)) << (moves << 3);
  }
  sets |= sets << 8;
  sets |= sets << 16;
  return sets | (sets << 32);
}

/** Distances to the traps of the nearest piece of the side that `sumSide` evaluated last. */
let nearest: u64 = 0;

/**
 * Returns material, placement and den distance of a side; sets `nearest`. `guards` are the enemies in the format of
 * `homeward`: only enemies near their traps stop a runner.
 */
function sumSide(owner: u32, guards: u64): i32 {
  const enemies = typesOf(owner ^ 1);
  const base = owner << 3;
  let sum = 0;
  let storming = 0;
  let least: u64 = 0x1f1f1f1f1f1f1f1f;
  for (let types = typesOf(owner); types !== 0; types &= types - 1) {
    const type = ctz(types);
    const square = squareOf(base + type);
    const moves = <u32>load<u8>(AWAY + (((base | type) << 6) | square));
    const inTime = <u32>(guards >> ((<u64>min<u32>(7, moves)) << 3)) & <u32>load<u8>(TAKERS + type);
    const hunters = min<u32>(3, popcnt(inTime));
    if (moves <= STORMS) storming++;
    sum += load<i16>(WORTH + (((type << 8) | enemies) << 1));
    sum += load<i16>(PLACES + ((((owner << 9) | (type << 6)) + square) << 1));
    sum += load<i16>(ADVANCES + ((((((base | type) << 2) | hunters) << 6) | square) << 1));
    least = lesserBytes(least, trapDistances(owner, wayOf(type), square));
  }
  nearest = least;
  const guarding = min<u32>(3, popcnt(<u32>(guards >> (GUARDS << 3)) & 255));
  return sum + parameter(STORM + min<i32>(3, storming) * 4 + guarding);
}

/**
 * Evaluates the race for the traps of a den. `attack` and `defense` contain the distances of the nearest runner and
 * defender in their lower three bytes; `late` is 1 if the defender moves first.
 */
function race(attack: u64, defense: u64, late: i32): i32 {
  let open: u32 = 0;
  let bestMoves = 7;
  let bestLead = -2;
  for (let trap = 0; trap < 3; trap++) {
    const moves = min<i32>(7, <i32>((attack >> (trap << 3)) & 255));
    const lead = min<i32>(3, max<i32>(-2, <i32>((defense >> (trap << 3)) & 255) - moves - late));
    if (lead > 0) open++;
    if (lead > bestLead || (lead === bestLead && moves < bestMoves)) {
      bestLead = lead;
      bestMoves = moves;
    }
  }
  return parameter(RACE + bestMoves * 6 + (bestLead + 2)) + parameter(OPEN_TRAPS + open);
}

/** Evaluates a side's rat: the jumps that it blocks, and its distance to the elephant. */
function rat(owner: u32): i32 {
  if ((typesOf(owner) & 1) === 0) return 0;
  const enemies = typesOf(owner ^ 1);
  const square = squareOf(owner << 3);
  const enemyBase = (owner ^ 1) << 3;
  let sum = 0;
  if (enemies >> ELEPHANT !== 0) {
    const moves = distance(owner, 0, square, squareOf(enemyBase + ELEPHANT));
    sum += parameter(RAT_TO_ELEPHANT + min<u32>(15, moves));
  }
  if ((bit(square) & RIVER) === 0) return sum;
  let blocked: u32 = 0;
  for (let types = enemies & LEAPERS; types !== 0; types &= types - 1) {
    const from = squareOf(enemyBase + ctz(types));
    blocked += <u32>popcnt(leapsOver(from) & ~leapsFrom(from, bit(square)));
  }
  return sum + parameter(BLOCKED_LEAPS + min<u32>(3, blocked));
}

/** Returns the evaluation in quarters of a point, for red. Linear in the parameters, which the tuning requires. */
export function rawEvaluation(): i32 {
  const mover = side;
  let sum = sumSide(0, homeward(1));
  const red = nearest;
  sum -= sumSide(1, homeward(0));
  const blue = nearest;
  sum += race(red, blue >> 24, mover) - race(blue, red >> 24, mover ^ 1);
  sum += rat(0) - rat(1);
  return mover === 0 ? sum + parameter(TEMPO) : sum - parameter(TEMPO);
}

export function evaluate(): i32 {
  let value = rawEvaluation() / SCALE;
  // An unused advantage shrinks towards the draw of 100 rounds.
  if (quietLimited() && quiet > CALM) value -= (value * (quiet - CALM)) / FADE;
  return side === 0 ? value : -value;
}
