/**
 * A plain board: an array of cells with make and unmake. The yardstick of the bench, and the board of the plain
 * opponent.
 */
import { type Position, SIDES, terrainAt, trapOwner, turn } from '@doushouqi/rules';

const CELLS = 63;
const RAT = 1;
const ELEPHANT = 8;
const DIRECTIONS = [-7, -1, 1, 7] as const;
/** The den of red, of blue. */
const DENS = [59, 3] as const;

const points = Array.from({ length: CELLS }, (_, cell) => ({ x: cell % 7, y: Math.floor(cell / 7) }));
const isRiver = points.map((point) => terrainAt(point) === 'river');
/** 0 for red's, 1 for blue's, -1 for none. */
const trapSide = points.map((point) => {
  const owner = trapOwner(point);
  return owner === null ? -1 : SIDES.indexOf(owner);
});

function neighbor(cell: number, direction: number): number {
  const to = cell + direction;
  if (to < 0 || to >= CELLS) return -1;
  return Math.abs(direction) === 1 && points[to]!.y !== points[cell]!.y ? -1 : to;
}
const neighbors = points.map((_, cell) => DIRECTIONS.map((direction) => neighbor(cell, direction)));

export class MailBox {
  /** Type plus 8 for blue, 0 for empty: the encoding of the rules. */
  readonly #cells: Uint8Array;
  readonly #lists: Uint16Array[] = Array.from({ length: 64 }, () => new Uint16Array(32));
  readonly #undo = new Uint32Array(1_024);
  readonly #counts = [0, 0];
  #made = 0;
  #side: 0 | 1;

  constructor(position: Position) {
    this.#cells = position.cells.slice();
    this.#side = turn(position) === 'red' ? 0 : 1;
    this.#counts[0] = this.#cells.filter((code) => code >= 1 && code <= 8).length;
    this.#counts[1] = this.#cells.filter((code) => code > 8).length;
  }

  /** Returns whether the side to move has lost its den or its last piece. */
  isLost(): boolean {
    return this.#cells[DENS[this.#side]] !== 0 || this.#counts[this.#side] === 0;
  }

  isCapture(move: number): boolean {
    return this.#cells[move >> 6] !== 0;
  }

  make(from: number, to: number): void {
    const taken = this.#cells[to]!;
    this.#undo[this.#made++] = from | (to << 6) | (taken << 12);
    this.#cells[to] = this.#cells[from]!;
    this.#cells[from] = 0;
    if (taken !== 0) this.#counts[this.#side ^ 1]!--;
    this.#side = this.#side === 0 ? 1 : 0;
  }

  unmake(): void {
    const undo = this.#undo[--this.#made]!;
    const from = undo & 63;
    const to = (undo >> 6) & 63;
    this.#side = this.#side === 0 ? 1 : 0;
    this.#cells[from] = this.#cells[to]!;
    this.#cells[to] = undo >> 12;
    if (undo >> 12 !== 0) this.#counts[this.#side ^ 1]!++;
  }

  /**
   * Returns the moves of the side to move as `from | to << 6`, in a list that the next call for this depth overwrites.
   */
  moves(depth: number): Uint16Array {
    const list = this.#lists[depth]!;
    let count = 0;
    for (let from = 0; from < CELLS; from++) {
      const code = this.#cells[from]!;
      if (code !== 0 && code > 8 === (this.#side === 1)) count = this.#movesFrom(from, code, list, count);
    }
    return list.subarray(0, count);
  }

  #movesFrom(from: number, code: number, list: Uint16Array, start: number): number {
    const type = code > 8 ? code - 8 : code;
    let count = start;
    for (let direction = 0; direction < 4; direction++) {
      const to = this.#target(from, type, direction);
      if (to < 0 || to === DENS[this.#side]) continue;
      const target = this.#cells[to]!;
      if (target === 0 || this.#captures(type, from, target, to)) list[count++] = from | (to << 6);
    }
    return count;
  }

  #target(from: number, type: number, direction: number): number {
    let to = neighbors[from]![direction]!;
    if (to < 0 || !isRiver[to] || type === RAT) return to;
    if (type !== 6 && type !== 7) return -1;
    while (isRiver[to]) {
      if (this.#cells[to] !== 0) return -1;
      to = neighbors[to]![direction]!;
    }
    return to;
  }

  #captures(type: number, from: number, target: number, to: number): boolean {
    if (target > 8 === (this.#side === 1)) return false;
    if (trapSide[to] === this.#side) return true;
    if (isRiver[from] !== isRiver[to]) return false;
    const other = target > 8 ? target - 8 : target;
    if (type === RAT) return other === RAT || other === ELEPHANT;
    return type >= other && !(type === ELEPHANT && other === RAT);
  }

  /** Returns the number of sequences of `depth` moves. */
  perft(depth: number): number {
    if (depth === 0) return 1;
    const moves = this.moves(depth);
    let nodes = 0;
    for (const move of moves) {
      const to = move >> 6;
      const ends = to === DENS[this.#side ^ 1];
      this.make(move & 63, to);
      if (!ends) nodes += this.perft(depth - 1);
      else if (depth === 1) nodes++;
      this.unmake();
    }
    return nodes;
  }

  /** Returns material and distance of each piece to the enemy's den, for the side to move. */
  evaluate(values: readonly number[]): number {
    let sum = 0;
    for (let cell = 0; cell < CELLS; cell++) {
      const code = this.#cells[cell]!;
      if (code === 0) continue;
      const owner = code > 8 ? 1 : 0;
      const { x, y } = points[cell]!;
      const away = Math.abs(x - 3) + Math.abs(y - (owner === 0 ? 0 : 8));
      const value = values[code > 8 ? code - 8 : code]! + 4 * (12 - away);
      sum += owner === this.#side ? value : -value;
    }
    return sum;
  }
}
