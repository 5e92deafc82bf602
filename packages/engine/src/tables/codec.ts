/**
 * Encodes the values of a table as bits. Each value is predicted from its neighbors: the same position with one piece
 * a step to the left or up.
 *
 * Inside a table a value is a rank, 0 the best for the side to move: win in 1, 3, 5 … plies, draw, loss in the most
 * plies … loss in 0. Neighbors then mostly have the same rank or the next one.
 */
import { WIDTH } from '@doushouqi/rules';
import type { BitCoder } from './coder.ts';
import { NO_POSITION, type Table } from './materials.ts';
import type { Predictor } from './predictor.ts';

/** Number of ranks for wins and for losses; the draw lies between them. */
export interface Scale {
  readonly wins: number;
  readonly losses: number;
}

const NONE = NO_POSITION;
/** Ranks closer than this to the guess are coded by their distance. */
const NEAR = 4;
/** Prediction if there is no neighbor. */
const FIRST_GUESS = 5;

/** Index distance in the table to the neighboring cell of a piece in each direction, or 0 if there is none. */
interface Steps {
  readonly left: Int32Array;
  readonly up: Int32Array;
  readonly upLeft: Int32Array;
  readonly upRight: Int32Array;
  readonly upTwice: Int32Array;
}

function stepsOf(cells: readonly number[], stride: number): Steps {
  const away = (dx: number, dy: number) =>
    Int32Array.from(cells, (cell, index) => {
      const x = (cell % WIDTH) + dx;
      if (cell < 0 || x < 0 || x >= WIDTH) return 0;
      const found = cells.indexOf(cell + dx + dy * WIDTH);
      return found < 0 ? 0 : (found - index) * stride;
    });
  return {
    left: away(-1, 0),
    up: away(0, -1),
    upLeft: away(-1, -1),
    upRight: away(1, -1),
    upTwice: away(0, -2),
  };
}

/** `mirror[index]`: index of the mirrored cell. */
function mirrorOf(cells: readonly number[]): readonly number[] {
  return cells.map((cell) => (cell < 0 ? 0 : cells.indexOf(cell + WIDTH - 1 - 2 * (cell % WIDTH))));
}

/** Returns a neighbor's rank relative to the guess, in four bits. */
function offGuess(rank: number, guess: number): number {
  if (rank === NONE) return 15;
  return Math.min(14, Math.max(0, rank - guess + 7));
}

function hash(low: number, high: number): number {
  const sum = Math.imul(low, 0x2545f491) + Math.imul(high + 1, 0x9e3779b1);
  return Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
}

/** Returns whether two of the pieces share a square. A missing piece has cell -1. */
function clash(lone: number, first: number, second: number): boolean {
  return lone === first || lone === second || first === second;
}

/** Bits of a symbol: is it the guess, is it better, is it 2 or 3 away; further away, the bits of the rank. */
const GUESSED = 0;
const BETTER = 1;
const BETTER_BY = 2;
const WORSE_BY = 2 + NEAR;
const RANK = 1 + 2 * NEAR;
const RANK_BITS = 7;

/** Codes a table. Reader and writer run the same steps. */
export class TableCodec {
  readonly #coder: BitCoder;
  readonly #predictor: Predictor;
  readonly #table: Table;
  readonly #ranks: Uint8Array;
  readonly #wins: number;
  readonly #lone: Steps;
  readonly #first: Steps;
  readonly #second: Steps;
  /** Ranks of the six nearest neighbors: second, first and lone piece to the left, then up. */
  readonly #near = new Uint8Array(6);
  #guess = 0;
  #votes = 0;

  /** A reader fills `ranks`, which has the size of the table; a writer passes it filled. */
  constructor(coder: BitCoder, predictor: Predictor, table: Table, scale: Scale, ranks: Uint8Array) {
    const [lone, first, second] = table.cells;
    this.#coder = coder;
    this.#predictor = predictor;
    this.#table = table;
    this.#ranks = ranks;
    this.#wins = scale.wins;
    this.#lone = stepsOf(lone, first.length * second.length);
    this.#first = stepsOf(first, second.length);
    this.#second = stepsOf(second, 1);
  }

  /** Codes the table in steps, one for each cell of the lone piece. */
  *run(): Generator<void> {
    const { twins, cells } = this.#table;
    const [lones, firsts, seconds] = cells;
    const firstMirror = mirrorOf(firsts);
    const secondMirror = mirrorOf(seconds);
    const ranks = this.#ranks;
    let at = 0;
    for (let c = 0; c < lones.length; c++) {
      const inMiddle = lones[c]! % WIDTH === 3;
      for (let a = 0; a < firsts.length; a++) {
        const mirrored = inMiddle && firsts[a]! % WIDTH > 3;
        for (let b = 0; b < seconds.length; b++, at++) {
          const row = at - b - a * seconds.length;
          if (twins && b < a) ranks[at] = ranks[row + b * seconds.length + a]!;
          else if (mirrored) ranks[at] = ranks[row + firstMirror[a]! * seconds.length + secondMirror[b]!]!;
          else if (clash(lones[c]!, firsts[a]!, seconds[b]!)) ranks[at] = NONE;
          else ranks[at] = this.#codeRank(at, c, a, b);
        }
      }
      yield;
    }
  }

  #codeRank(at: number, c: number, a: number, b: number): number {
    const rank = this.#ranks[at]!;
    this.#look(at, c, a, b);
    this.#setContexts(at, c, a, b);
    this.#predictor.selector = this.#votes + (this.#guess < this.#wins ? 8 : 0);
    return this.#symbol(rank);
  }

  /** Finds the most frequent rank among the nearest neighbors; on a tie, the first of them. */
  #look(at: number, c: number, a: number, b: number): void {
    const near = this.#near;
    near[0] = this.#at(at, this.#second.left[b]!);
    near[1] = this.#at(at, this.#second.up[b]!);
    near[2] = this.#at(at, this.#first.left[a]!);
    near[3] = this.#at(at, this.#first.up[a]!);
    near[4] = this.#at(at, this.#lone.left[c]!);
    near[5] = this.#at(at, this.#lone.up[c]!);
    this.#guess = FIRST_GUESS;
    this.#votes = 0;
    for (let index = 0; index < 6; index++) {
      const rank = near[index]!;
      if (rank === NONE) continue;
      let votes = 0;
      for (let other = 0; other < 6; other++) if (near[other] === rank) votes++;
      if (votes > this.#votes) {
        this.#votes = votes;
        this.#guess = rank;
      }
    }
  }

  /** Sets the contexts of the next symbol: nearby ranks, absolute or relative to the guess. */
  #setContexts(at: number, c: number, a: number, b: number): void {
    const { kinds, cells } = this.#table;
    const [lones, firsts, seconds] = cells;
    const near = this.#near;
    const guess = this.#guess;
    const upA = this.#first.up[a]!;
    const upB = this.#second.up[b]!;
    const upLeftB = this.#at(at, this.#second.upLeft[b]!);
    const upRightB = this.#at(at, this.#second.upRight[b]!);
    const upRightC = offGuess(this.#at(at, this.#lone.upRight[c]!), guess);
    const upTwiceB = offGuess(this.#at(at, this.#second.upTwice[b]!), guess);
    const upBoth = offGuess(this.#at(at, upA === 0 || upB === 0 ? 0 : upA + upB), guess);
    const offB = offGuess(near[0]!, guess) | (offGuess(near[1]!, guess) << 4);
    const offA = offGuess(near[2]!, guess) | (offGuess(near[3]!, guess) << 4);
    const offC = offGuess(near[4]!, guess) | (offGuess(near[5]!, guess) << 4);
    const offDiagonals = offGuess(upLeftB, guess) | (offGuess(upRightB, guess) << 4);
    const contexts = this.#predictor.contexts;
    contexts[0] = hash(near[0]! | (near[1]! << 8) | (upLeftB << 16) | (upRightB << 24), kinds[2]);
    const upLeftA = this.#at(at, this.#first.upLeft[a]!);
    contexts[1] = hash(near[2]! | (near[3]! << 8) | (upLeftA << 16), kinds[1] * 16 + (offB >> 4));
    contexts[2] = hash(near[4]! | (near[5]! << 8) | (upRightC << 16), kinds[0]);
    contexts[3] = hash(offB | (offA << 8) | (offDiagonals << 16) | (upTwiceB << 24), 0);
    contexts[4] = hash(offC | (offA << 8) | (offB << 16) | (upRightC << 24) | (upBoth << 28), 0);
    contexts[5] = hash(lones[c]! | (firsts[a]! << 8) | ((seconds[b]! & 63) << 16), 0);
  }

  /** Codes the difference of a rank from the guess; returns the rank. */
  #symbol(rank: number): number {
    const guess = this.#guess;
    if (this.#bit(GUESSED, rank !== guess) === 0) return guess;
    const better = this.#bit(BETTER, rank < guess);
    const node = better === 1 ? BETTER_BY : WORSE_BY;
    const away = Math.abs(rank - guess);
    let count = 1;
    while (count < NEAR && this.#bit(node + count - 1, away > count) === 1) count++;
    if (count === NEAR) return this.#far(rank);
    return better === 1 ? guess - count : guess + count;
  }

  /** Codes an absolute rank, highest bit first. */
  #far(rank: number): number {
    let prefix = 1;
    for (let shift = RANK_BITS - 1; shift >= 0; shift--) {
      prefix = prefix * 2 + this.#bit(RANK + prefix, ((rank >> shift) & 1) === 1);
    }
    return prefix - (1 << RANK_BITS);
  }

  #bit(node: number, bit: boolean): number {
    const coded = this.#coder.code(this.#predictor.predict(node), bit ? 1 : 0);
    this.#predictor.update(coded);
    return coded;
  }

  /** Returns the rank of a neighbor; `step` 0 means that there is none. */
  #at(at: number, step: number): number {
    return step === 0 ? NONE : this.#ranks[at + step]!;
  }
}
