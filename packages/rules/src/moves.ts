/**
 * Moves by geometry and capture, as perft counts them. Repetition rules are in repetition.ts.
 *
 * Inside the package a move is a 16-bit number: `from | to << 6 | captured type << 12`.
 */
import {
  CELL_COUNT,
  cellOf,
  DEN_CELL,
  IS_RIVER,
  LION,
  type Move,
  outranks,
  pointOf,
  RAT,
  type Side,
  sideOf,
  TIGER,
  TRAP_OWNER,
  typeOf,
} from './board.ts';
import { denCapturer, type Position } from './position.ts';

/** Most moves of a side: 8 pieces with at most 4 directions each. */
export const MAX_MOVES = 32;

const DIRECTIONS = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
] as const;

interface Leap {
  readonly to: number;
  /** The river cells crossed; any piece on one of them blocks the leap. */
  readonly over: readonly number[];
}

function neighborOf(cell: number, dx: number, dy: number): number {
  const { x, y } = pointOf(cell);
  return cellOf({ x: x + dx, y: y + dy });
}

function stepsFrom(code: number, cell: number): readonly number[] {
  const ownDen = DEN_CELL[sideOf(code)];
  const swims = typeOf(code) === RAT;
  return DIRECTIONS.map(([dx, dy]) => neighborOf(cell, dx, dy)).filter(
    (to) => to >= 0 && to !== ownDen && (swims || !IS_RIVER[to]),
  );
}

function leapsFrom(cell: number): readonly Leap[] {
  const leaps: Leap[] = [];
  if (IS_RIVER[cell]) return leaps;
  for (const [dx, dy] of DIRECTIONS) {
    const over: number[] = [];
    let to = neighborOf(cell, dx, dy);
    while (to >= 0 && IS_RIVER[to]) {
      over.push(to);
      to = neighborOf(to, dx, dy);
    }
    if (over.length > 0) leaps.push({ to, over });
  }
  return leaps;
}

const CELLS = Array.from({ length: CELL_COUNT }, (_, cell) => cell);

/** `STEPS[code][cell]`: the cells that the piece may step to if they are empty. */
const STEPS: readonly (readonly (readonly number[])[])[] = Array.from({ length: 17 }, (_, code) =>
  code === 0 ? [] : CELLS.map((cell) => stepsFrom(code, cell)),
);

/** `LEAPS[cell]`: the leaps of a lion or tiger of either side. */
const LEAPS: readonly (readonly Leap[])[] = CELLS.map(leapsFrom);

/** `TAKES[attacker * 17 + defender]`: 1 for enemies if the attacker equals or outranks the defender. */
const TAKES = new Uint8Array(17 * 17);
for (let attacker = 1; attacker <= 16; attacker++) {
  for (let defender = 1; defender <= 16; defender++) {
    const enemies = attacker > 8 !== defender > 8;
    const above = attacker % 8 === defender % 8 || outranks(typeOf(attacker), typeOf(defender));
    TAKES[attacker * 17 + defender] = enemies && above ? 1 : 0;
  }
}

/** Whether `attacker` on `from` captures `defender` on `to` if the path is free. */
export function canTake(attacker: number, from: number, defender: number, to: number): boolean {
  if (attacker > 8 === defender > 8) return false;
  if (TRAP_OWNER[to] === (attacker > 8 ? 2 : 1)) return true;
  // Only a rat crosses the bank, and it captures nothing while crossing, in either direction.
  if (IS_RIVER[from] !== IS_RIVER[to]) return false;
  return TAKES[attacker * 17 + defender] === 1;
}

function leaps(code: number): boolean {
  const type = code > 8 ? code - 8 : code;
  return type === LION || type === TIGER;
}

function isClear(cells: Uint8Array, over: readonly number[]): boolean {
  for (const cell of over) if (cells[cell]) return false;
  return true;
}

/** Returns the river cells that the piece `code` leaps over, or null if it does not leap there. */
export function leapOver(code: number, from: number, to: number): readonly number[] | null {
  if (!leaps(code)) return null;
  return LEAPS[from]!.find((leap) => leap.to === to)?.over ?? null;
}

export function moveFrom(move: number): number {
  return move & 63;
}

export function moveTo(move: number): number {
  return (move >> 6) & 63;
}

/** Returns the captured type of a packed move, or 0. */
export function moveCaptured(move: number): number {
  return move >> 12;
}

function pack(from: number, to: number, captured: number): number {
  return from | (to << 6) | ((captured > 8 ? captured - 8 : captured) << 12);
}

/**
 * Writes the packed moves of a side into `out` and returns their number. Checks geometry and capture alone, not whether the
 * game is over.
 */
export function generate(cells: Uint8Array, side: Side, out: Uint16Array): number {
  const isBlue = side === 'blue';
  let count = 0;
  for (let from = 0; from < CELL_COUNT; from++) {
    const code = cells[from]!;
    if (code !== 0 && code > 8 === isBlue) count = generateFrom(cells, from, out, count);
  }
  return count;
}

/** Appends the moves of the piece on `from` to `out` at `count`; returns the new count. */
export function generateFrom(cells: Uint8Array, from: number, out: Uint16Array, count: number): number {
  const code = cells[from]!;
  for (const to of STEPS[code]![from]!) {
    const target = cells[to]!;
    if (target === 0 || canTake(code, from, target, to)) out[count++] = pack(from, to, target);
  }
  if (!leaps(code)) return count;
  for (const { to, over } of LEAPS[from]!) {
    const target = cells[to]!;
    if ((target === 0 || canTake(code, from, target, to)) && isClear(cells, over)) {
      out[count++] = pack(from, to, target);
    }
  }
  return count;
}

/** Returns the packed move of the piece on `from`, or -1 if geometry or capture forbid it. */
export function packLegal(cells: Uint8Array, from: number, to: number): number {
  const code = cells[from]!;
  const target = cells[to]!;
  if (target !== 0 && !canTake(code, from, target, to)) return -1;
  if (STEPS[code]![from]!.includes(to)) return pack(from, to, target);
  const over = leapOver(code, from, to);
  return over && isClear(cells, over) ? pack(from, to, target) : -1;
}

export function unpack(move: number): Move {
  return { from: pointOf(moveFrom(move)), to: pointOf(moveTo(move)) };
}

/**
 * Returns the moves of the side to move by geometry and capture alone; none after a den is entered. For repetition rules,
 * which need a history, see `legalGameMoves`.
 */
export function legalMoves(position: Position): Move[] {
  if (denCapturer(position)) return [];
  const packed = new Uint16Array(MAX_MOVES);
  const count = generate(position.cells, position.turn, packed);
  return Array.from(packed.subarray(0, count), unpack);
}

/** Whether a move is among `legalMoves(position)`, without listing them. */
export function isLegalMove(position: Position, move: Move): boolean {
  const from = cellOf(move.from);
  const to = cellOf(move.to);
  if (from < 0 || to < 0 || denCapturer(position)) return false;
  const code = position.cells[from]!;
  if (code === 0 || sideOf(code) !== position.turn) return false;
  return packLegal(position.cells, from, to) >= 0;
}
