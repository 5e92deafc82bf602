/**
 * Retrograde analysis of one material set: the exact number of plies to the end of the game, under best play of both
 * sides, for every placement and both sides to move. Repetition and the 100-round draw depend on history and are
 * ignored. A game that never ends is a draw.
 */
import { otherSide, type Side } from '@doushouqi/rules';
import { kindOf, NO_POSITION, tableCells } from '../src/tables/materials.ts';
import { capturesOf, goalOf, type Piece, type Target, targetsOf } from './geometry.ts';

/** 0 for a draw, else plies to the end of the game plus 1: odd for a loss of the side to move, even for a win. */
type Value = number;

/**
 * Returns the value after a capture that leaves both sides pieces. `cells[i]` is the cell of piece i, -1 for the
 * captured piece; `mover` is to move.
 */
export type AfterCapture = (cells: readonly number[], mover: Side) => Value;

type BothSides = Readonly<Record<Side, Uint8Array>>;

export interface Solution {
  /** The cells of each piece, in the order of their indices. */
  readonly cells: readonly (readonly number[])[];
  /**
   * `values[mover][index]`, index = ((i0 * n1 + i1) * n2 + i2) with n cells per piece; 255 marks an invalid position.
   */
  readonly values: BothSides;
}

/** Exceeds the length of any endgame in plies. */
const NEVER = 250;

/** Solves the material set of two or three pieces. */
export function solve(pieces: readonly Piece[], afterCapture: AfterCapture): Solution {
  const solver = new Solver(pieces, afterCapture);
  solver.begin();
  solver.work();
  return { cells: solver.cells, values: solver.values };
}

class Solver {
  readonly cells: readonly (readonly number[])[];
  readonly values: BothSides;
  readonly #pieces: readonly Piece[];
  readonly #afterCapture: AfterCapture;
  readonly #targets: readonly (readonly (readonly Target[])[])[];
  /** `[piece][other]`: capture table of each pair of pieces. */
  readonly #takes: readonly (readonly Uint8Array[])[];
  readonly #strides: readonly number[];
  readonly #indexOf: readonly Int16Array[];
  /** Quiet moves of a position that are not proven to lose. */
  readonly #open: BothSides;
  /** Plies until the captures of a position lose at the latest, or `NEVER` if one of them does not lose. */
  readonly #captureLoss: BothSides;
  /**
   * `#known[d]`: positions that end in d plies, as `index * 2`, plus 1 with blue to move. May contain positions
   * solved earlier.
   */
  readonly #known: number[][] = [];
  /** Current position: the cell of each piece, and the piece + 1 on each cell. */
  readonly #at: number[];
  readonly #board = new Uint8Array(63);

  constructor(pieces: readonly Piece[], afterCapture: AfterCapture) {
    this.#pieces = pieces;
    this.#afterCapture = afterCapture;
    this.cells = pieces.map(({ type }) => tableCells(kindOf(type)));
    this.#targets = pieces.map(targetsOf);
    this.#takes = pieces.map((piece) => pieces.map((other) => capturesOf(piece, other)));
    const sizes = this.cells.map(({ length }) => length);
    this.#strides = sizes.map((_, piece) => sizes.slice(piece + 1).reduce((a, b) => a * b, 1));
    this.#indexOf = this.cells.map((cells) =>
      Int16Array.from({ length: 63 }, (_, cell) => cells.indexOf(cell)),
    );
    const size = sizes.reduce((a, b) => a * b, 1);
    const both = (): BothSides => ({ red: new Uint8Array(size), blue: new Uint8Array(size) });
    this.values = both();
    this.#open = both();
    this.#captureLoss = both();
    this.#at = pieces.map(() => 0);
  }

  /** Visits every position once. Moves that end the game or leave the material set give the first values. */
  begin(): void {
    const size = this.values.red.length;
    for (let index = 0; index < size; index++) {
      if (this.#place(index)) {
        this.#judge(index, 'red');
        this.#judge(index, 'blue');
      } else {
        this.values.red[index] = NO_POSITION;
        this.values.blue[index] = NO_POSITION;
      }
      this.#clear();
    }
  }

  /** Propagates back from the positions that end in 0 plies, in 1, and so on. */
  work(): void {
    for (let plies = 0; plies < this.#known.length; plies++) {
      for (const entry of this.#known[plies] ?? []) {
        const index = entry >> 1;
        const mover = entry & 1 ? 'blue' : 'red';
        const values = this.values[mover];
        if (values[index] !== 0) continue;
        values[index] = plies + 1;
        this.#place(index);
        this.#goBack(index, mover, plies);
        this.#clear();
      }
    }
  }

  /** Places the pieces of an index on the board. Returns false if two of them share a cell. */
  #place(index: number): boolean {
    let rest = index;
    let free = true;
    for (let piece = 0; piece < this.#pieces.length; piece++) {
      const stride = this.#strides[piece]!;
      const cell = this.cells[piece]![Math.floor(rest / stride)]!;
      rest %= stride;
      if (this.#board[cell] !== 0) free = false;
      this.#board[cell] = piece + 1;
      this.#at[piece] = cell;
    }
    return free;
  }

  #clear(): void {
    for (const cell of this.#at) this.#board[cell] = 0;
  }

  #note(index: number, mover: Side, plies: number): void {
    this.#known[plies] ??= [];
    this.#known[plies].push(index * 2 + (mover === 'blue' ? 1 : 0));
  }

  #judge(index: number, mover: Side): void {
    let quiet = 0;
    let win = NEVER;
    let loss = 0;
    for (let piece = 0; piece < this.#pieces.length; piece++) {
      if (this.#pieces[piece]!.side !== mover) continue;
      for (const target of this.#targets[piece]![this.#at[piece]!]!) {
        if (!this.#isOpen(target)) continue;
        const taken = this.#board[target.to]! - 1;
        if (taken >= 0 && this.#takes[piece]![taken]![this.#at[piece]! * 63 + target.to] === 0) continue;
        if (taken < 0 && target.to !== goalOf(mover)) {
          quiet++;
          continue;
        }
        const value = taken < 0 ? 1 : this.#valueAfter(piece, taken, mover);
        if (value === 0) loss = NEVER;
        else if (value % 2 === 1) win = Math.min(win, value);
        else loss = Math.max(loss, value);
      }
    }
    this.#open[mover][index] = quiet;
    this.#captureLoss[mover][index] = win === NEVER ? loss : NEVER;
    if (win !== NEVER) this.#note(index, mover, win);
    else if (quiet === 0 && loss !== NEVER) this.#note(index, mover, loss);
  }

  /** Returns the value for the other side after `piece` captures `taken`; 1 if that was the last piece. */
  #valueAfter(piece: number, taken: number, mover: Side): Value {
    const others = this.#pieces.filter(({ side }) => side !== mover).length;
    if (others === 1) return 1;
    const cells = this.#at.map((cell, at) => (at === taken ? -1 : at === piece ? this.#at[taken]! : cell));
    return this.#afterCapture(cells, otherSide(mover));
  }

  #isOpen({ over }: Target): boolean {
    for (const cell of over) if (this.#board[cell] !== 0) return false;
    return true;
  }

  /** Visits the quiet moves that lead to a position that ends in `plies`. */
  #goBack(index: number, mover: Side, plies: number): void {
    const before = otherSide(mover);
    for (let piece = 0; piece < this.#pieces.length; piece++) {
      if (this.#pieces[piece]!.side !== before) continue;
      const cell = this.#at[piece]!;
      const indexOf = this.#indexOf[piece]!;
      // Quiet moves are reversible, except into a den, which ends the game.
      for (const target of this.#targets[piece]![cell]!) {
        const from = indexOf[target.to]!;
        if (from < 0 || this.#board[target.to] !== 0 || !this.#isOpen(target)) continue;
        this.#countDown(index + (from - indexOf[cell]!) * this.#strides[piece]!, before, plies);
      }
    }
  }

  /** Records that a move of the position leads to one that ends in `plies`. */
  #countDown(index: number, mover: Side, plies: number): void {
    if (this.values[mover][index] !== 0) return;
    if (plies % 2 === 0) {
      this.#note(index, mover, plies + 1);
      return;
    }
    const open = this.#open[mover];
    const left = open[index]! - 1;
    open[index] = left;
    const captureLoss = this.#captureLoss[mover][index]!;
    if (left === 0 && captureLoss !== NEVER) this.#note(index, mover, Math.max(plies + 1, captureLoss));
  }
}
