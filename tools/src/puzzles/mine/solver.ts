/**
 * Retrograde analysis of a material of up to four pieces and of all that remains of it after captures: the plies to the end
 * under best play of both sides. A game ends by a den, the last capture or stalemate. Rules that depend on history are left out;
 * a game that never ends is a draw.
 */
import type { Side } from '@doushouqi/rules';
import { CELL_COUNT, cellsOf, GOAL, type MaterialPiece, type Step, stepsOf, takesOf } from './geometry.ts';

/** The field of a captured piece. */
export const CAPTURED = 63;
const FIELD_BITS = 6;
const INVALID = 255;

export interface Solution {
  readonly pieces: readonly MaterialPiece[];
  /** `values[mover][index]`: 0 for a draw, else plies to the end plus 1: odd for a loss of the mover, even for a win. */
  readonly values: Readonly<Record<Side, Uint8Array>>;
}

/** Returns the index of a placement: six bits a piece, `CAPTURED` for a captured one. */
export function indexOf(cells: readonly number[]): number {
  return cells.reduce((index, cell, piece) => index | (cell << (piece * FIELD_BITS)), 0);
}

/** Returns the cell of a piece in a placement. */
export function cellAt(index: number, piece: number): number {
  return (index >> (piece * FIELD_BITS)) & CAPTURED;
}

/** A list of numbers that grows in a typed array. */
class Numbers {
  #items = new Int32Array(1 << 12);
  length = 0;

  push(item: number): void {
    if (this.length === this.#items.length) {
      const wider = new Int32Array(this.length * 2);
      wider.set(this.#items);
      this.#items = wider;
    }
    this.#items[this.length++] = item;
  }

  at(position: number): number {
    return this.#items[position]!;
  }
}

export function solve(pieces: readonly MaterialPiece[]): Solution {
  const solver = new Solver(pieces);
  solver.begin();
  solver.propagate();
  return { pieces, values: { red: solver.values[0], blue: solver.values[1] } };
}

class Solver {
  readonly values: readonly [Uint8Array, Uint8Array];
  readonly #count: number;
  /** 0 for red, 1 for blue. */
  readonly #sides: readonly number[];
  readonly #goals: readonly number[];
  readonly #cells: readonly (readonly number[])[];
  readonly #stands: readonly Uint8Array[];
  readonly #steps: readonly (readonly (readonly Step[])[])[];
  readonly #stepsTo: readonly (readonly (readonly Step[])[])[];
  readonly #takes: readonly (readonly Uint8Array[])[];
  /** Moves of an undecided position that are not known to lose. */
  readonly #open: readonly [Uint8Array, Uint8Array];
  /** Positions that end in the number of plies which is the place in the list, as `index * 2 + mover`. */
  readonly #levels: Numbers[] = [];
  readonly #at: number[];
  readonly #board = new Int8Array(64).fill(-1);

  constructor(pieces: readonly MaterialPiece[]) {
    this.#count = pieces.length;
    this.#sides = pieces.map(({ side }) => (side === 'red' ? 0 : 1));
    this.#goals = pieces.map(({ side }) => GOAL[side]);
    this.#cells = pieces.map((piece) => [...cellsOf(piece), CAPTURED]);
    this.#stands = this.#cells.map((cells) => {
      const stands = new Uint8Array(64);
      for (const cell of cells) stands[cell] = cell === CAPTURED ? 0 : 1;
      return stands;
    });
    this.#steps = pieces.map(stepsOf);
    this.#stepsTo = this.#steps.map((steps) => {
      const stepsTo = Array.from({ length: CELL_COUNT }, (): Step[] => []);
      for (const step of steps.flat()) stepsTo[step.to]!.push(step);
      return stepsTo;
    });
    this.#takes = pieces.map((piece) => pieces.map((other) => takesOf(piece, other)));
    const size = 1 << (FIELD_BITS * pieces.length);
    this.values = [new Uint8Array(size), new Uint8Array(size)];
    this.#open = [new Uint8Array(size), new Uint8Array(size)];
    this.#at = pieces.map(() => CAPTURED);
  }

  /** Visits each placement once; those that end at once are the first level. */
  begin(): void {
    this.values[0].fill(INVALID);
    this.values[1].fill(INVALID);
    this.#place(0, 0);
  }

  #place(piece: number, index: number): void {
    if (piece === this.#count) {
      if (this.#isOver()) return;
      this.#judge(index, 0);
      this.#judge(index, 1);
      return;
    }
    for (const cell of this.#cells[piece]!) {
      if (cell !== CAPTURED && this.#board[cell] !== -1) continue;
      this.#at[piece] = cell;
      if (cell !== CAPTURED) this.#board[cell] = piece;
      this.#place(piece + 1, index | (cell << (piece * FIELD_BITS)));
      if (cell !== CAPTURED) this.#board[cell] = -1;
    }
  }

  #isOver(): boolean {
    return this.#piecesOf(0) === 0 || this.#piecesOf(1) === 0;
  }

  #piecesOf(side: number): number {
    let count = 0;
    for (let piece = 0; piece < this.#count; piece++) {
      if (this.#sides[piece] === side && this.#at[piece] !== CAPTURED) count++;
    }
    return count;
  }

  #judge(index: number, mover: number): void {
    const rivals = this.#piecesOf(1 - mover);
    let moves = 0;
    for (let piece = 0; piece < this.#count; piece++) {
      const from = this.#at[piece]!;
      if (this.#sides[piece] !== mover || from === CAPTURED) continue;
      for (const { to, over } of this.#steps[piece]![from]!) {
        if (!this.#isFree(over)) continue;
        const other = this.#board[to]!;
        if (other !== -1 && !this.#takes[piece]![other]![from * CELL_COUNT + to]) continue;
        moves++;
        if (to === this.#goals[piece] || (other !== -1 && rivals === 1)) {
          this.#decide(index, mover, 1);
          return;
        }
      }
    }
    if (moves === 0) {
      this.#decide(index, mover, 0);
      return;
    }
    this.values[mover as 0 | 1][index] = 0;
    this.#open[mover as 0 | 1][index] = moves;
  }

  #isFree(over: readonly number[]): boolean {
    for (const cell of over) if (this.#board[cell] !== -1) return false;
    return true;
  }

  #decide(index: number, mover: number, plies: number): void {
    this.values[mover as 0 | 1][index] = plies + 1;
    this.#levels[plies] ??= new Numbers();
    this.#levels[plies].push(index * 2 + mover);
  }

  /** Goes back from the positions that end in 0 plies, in 1, and so on. */
  propagate(): void {
    for (let plies = 0; plies < this.#levels.length; plies++) {
      const level = this.#levels[plies];
      for (let item = 0; item < (level?.length ?? 0); item++) {
        const packed = level!.at(item);
        this.#goBack(packed >> 1, packed & 1, plies);
      }
    }
  }

  #goBack(index: number, mover: number, plies: number): void {
    for (let piece = 0; piece < this.#count; piece++) {
      const cell = cellAt(index, piece);
      this.#at[piece] = cell;
      if (cell !== CAPTURED) this.#board[cell] = piece;
    }
    for (let piece = 0; piece < this.#count; piece++) {
      const to = this.#at[piece]!;
      if (this.#sides[piece] === mover || to === CAPTURED) continue;
      for (const { from, over } of this.#stepsTo[piece]![to]!) {
        if (!this.#stands[piece]![from] || this.#board[from] !== -1 || !this.#isFree(over)) continue;
        const before = index + ((from - to) << (piece * FIELD_BITS));
        this.#reach(before, 1 - mover, plies);
        this.#reachCaptures(before, { piece, from, to }, mover, plies);
      }
    }
    for (let piece = 0; piece < this.#count; piece++) this.#board[this.#at[piece]!] = -1;
  }

  /** Reaches the positions in which the move from `from` to `to` captured a piece of `mover`. */
  #reachCaptures(
    before: number,
    move: { piece: number; from: number; to: number },
    mover: number,
    plies: number,
  ): void {
    for (let other = 0; other < this.#count; other++) {
      if (this.#sides[other] !== mover || this.#at[other] !== CAPTURED || !this.#stands[other]![move.to])
        continue;
      if (!this.#takes[move.piece]![other]![move.from * CELL_COUNT + move.to]) continue;
      const index = before + ((move.to - CAPTURED) << (other * FIELD_BITS));
      this.#reach(index, 1 - mover, plies);
    }
  }

  /** Notes that a position has a move to one that ends in `plies`. */
  #reach(index: number, mover: number, plies: number): void {
    if (this.values[mover as 0 | 1][index] !== 0) return;
    if (plies % 2 === 0) {
      this.#decide(index, mover, plies + 1);
      return;
    }
    const open = this.#open[mover as 0 | 1];
    open[index]!--;
    if (open[index] === 0) this.#decide(index, mover, plies + 1);
  }
}

/** Returns the pieces of a material such as `RC/dw`: red in capitals, blue behind the slash. */
export function parseMaterial(material: string): MaterialPiece[] {
  return [...material.replace('/', '')].map((letter) => {
    const type = 'RCDWJTLE'.indexOf(letter.toUpperCase()) + 1;
    return { type: type as MaterialPiece['type'], side: letter === letter.toUpperCase() ? 'red' : 'blue' };
  });
}
