/**
 * Proves for every placement of up to four pieces, and of what captures leave of them, whether one side wins and in how many
 * plies. Layer by layer: an attacker wins one ply after a lost defender, and a defender is lost once every one of its moves, which
 * are tried again, leads to a won attacker. Everything else is no win, whatever the length.
 */
import type { Side } from '@doushouqi/rules';
import { isDen, type Man, mayStand, SQUARES, takes, type Way, waysFrom } from './board.ts';

/** Marks a defender that ends the game in its own favor. */
const SAFE = -2;

export interface Proof {
  /** Plies to the win of the attacker with best play, or null if it does not win. `cells`: null for a captured piece. */
  pliesToWin(cells: readonly (number | null)[], mover: Side): number | null;
}

/** Returns the proof for a material. */
export function prove(men: readonly Man[], attacker: Side): Proof {
  const prover = new Prover(men, attacker);
  prover.open();
  prover.run();
  return prover;
}

class Prover implements Proof {
  readonly #men: readonly Man[];
  readonly #attacker: Side;
  readonly #places: readonly (readonly number[])[];
  readonly #placeOf: readonly Int16Array[];
  readonly #strides: readonly number[];
  readonly #size: number;
  readonly #ways: readonly (readonly (readonly Way[])[])[];
  readonly #back: readonly (readonly (readonly Way[])[])[];
  /** `[man][other]`, by `from * 63 + to`. */
  readonly #taking: readonly (readonly Uint8Array[])[];
  /** Plies + 1, 0 if unknown, with the attacker and the defender to move. */
  readonly #won: Uint8Array;
  readonly #lost: Uint8Array;
  /** A move of the defender that may save it: the placement after it. */
  readonly #rescue: Int32Array;
  #open: Int32Array = new Int32Array(0);
  #layer: number[] = [];
  /** Attackers that end the game at once. */
  readonly #mates: number[] = [];
  readonly #cells: Int16Array;
  readonly #board = new Int8Array(SQUARES).fill(-1);

  constructor(men: readonly Man[], attacker: Side) {
    this.#men = men;
    this.#attacker = attacker;
    const all = Array.from({ length: SQUARES }, (_, cell) => cell);
    this.#places = men.map((man) => all.filter((cell) => mayStand(man, cell)));
    this.#placeOf = this.#places.map((places) => Int16Array.from(all, (cell) => places.indexOf(cell)));
    const sizes = this.#places.map(({ length }) => length + 1);
    this.#strides = sizes.map((_, at) => sizes.slice(at + 1).reduce((a, b) => a * b, 1));
    this.#size = sizes.reduce((a, b) => a * b, 1);
    this.#ways = men.map((man) => all.map((cell) => waysFrom(man, cell)));
    this.#back = this.#ways.map((ways) => {
      const flat = ways.flat();
      return all.map((cell) => flat.filter(({ to }) => to === cell));
    });
    this.#taking = men.map((man, at) => men.map((other) => this.#takingOf(man, other, at)));
    this.#won = new Uint8Array(this.#size);
    this.#lost = new Uint8Array(this.#size);
    this.#rescue = new Int32Array(this.#size);
    this.#cells = new Int16Array(men.length);
  }

  #takingOf(man: Man, other: Man, at: number): Uint8Array {
    const taking = new Uint8Array(SQUARES * SQUARES);
    for (const way of this.#ways[at]!.flat()) {
      if (!isDen(way.to) && takes(man, other, way)) taking[way.from * SQUARES + way.to] = 1;
    }
    return taking;
  }

  pliesToWin(cells: readonly (number | null)[], mover: Side): number | null {
    const placement = cells.reduce<number>(
      (sum, cell, man) =>
        sum + (cell === null ? this.#places[man]!.length : this.#placeOf[man]![cell]!) * this.#strides[man]!,
      0,
    );
    const value = (mover === this.#attacker ? this.#won : this.#lost)[placement]!;
    return value === 0 ? null : value - 1;
  }

  /** Lays out a placement. Returns false if two pieces share a cell or a side has none. */
  #lay(placement: number): boolean {
    let rest = placement;
    let isFree = true;
    let own = 0;
    let enemies = 0;
    for (let man = 0; man < this.#men.length; man++) {
      const place = Math.floor(rest / this.#strides[man]!);
      rest -= place * this.#strides[man]!;
      const cell = place === this.#places[man]!.length ? -1 : this.#places[man]![place]!;
      this.#cells[man] = cell;
      if (cell < 0) continue;
      if (this.#board[cell] !== -1) isFree = false;
      this.#board[cell] = man;
      if (this.#men[man]!.side === this.#attacker) own++;
      else enemies++;
    }
    return isFree && own > 0 && enemies > 0;
  }

  #clear(): void {
    for (const cell of this.#cells) if (cell >= 0) this.#board[cell] = -1;
  }

  /** Finds the placements that end with the next move, and a rescue for each other defender. */
  open(): void {
    const open = new Int32Array(this.#size);
    let count = 0;
    for (let placement = 0; placement < this.#size; placement++) {
      if (this.#lay(placement)) {
        if (this.#firstMove(placement, true) === SAFE) this.#mates.push(placement);
        const rescue = this.#firstMove(placement, false);
        this.#rescue[placement] = rescue;
        if (rescue === -1) {
          this.#lost[placement] = 1;
          this.#layer.push(placement);
        } else if (rescue !== SAFE) open[count++] = placement;
      }
      this.#clear();
    }
    this.#open = open.subarray(0, count);
    // Only now: before, the first move of a defender is any legal one.
    for (const placement of this.#mates) this.#won[placement] = 2;
  }

  /**
   * Returns the placement after a move of the attacker or the defender that leads to no won attacker, `SAFE` if a move ends the
   * game, -1 without a move. For the attacker only `SAFE` has a meaning.
   */
  #firstMove(placement: number, isAttacker: boolean): number {
    let found = -1;
    for (let man = 0; man < this.#men.length; man++) {
      const from = this.#cells[man]!;
      if (from < 0 || (this.#men[man]!.side === this.#attacker) !== isAttacker) continue;
      for (const way of this.#ways[man]![from]!) {
        const after = this.#after(placement, man, way);
        if (after === SAFE) return SAFE;
        if (after >= 0 && found < 0 && this.#won[after] === 0) found = after;
      }
    }
    return found;
  }

  /** Returns the placement after a move, -1 if it is not legal, `SAFE` if it ends the game. */
  #after(placement: number, man: number, { from, to, water }: Way): number {
    for (const cell of water) if (this.#board[cell] !== -1) return -1;
    if (isDen(to)) return SAFE;
    const other = this.#board[to]!;
    const moved = placement + (this.#placeOf[man]![to]! - this.#placeOf[man]![from]!) * this.#strides[man]!;
    if (other === -1) return moved;
    if (this.#taking[man]![other]![from * SQUARES + to] === 0) return -1;
    if (this.#standing(this.#men[other]!.side) === 1) return SAFE;
    return moved + (this.#places[other]!.length - this.#placeOf[other]![to]!) * this.#strides[other]!;
  }

  #standing(side: Side): number {
    let count = 0;
    for (let man = 0; man < this.#men.length; man++) {
      if (this.#cells[man]! >= 0 && this.#men[man]!.side === side) count++;
    }
    return count;
  }

  /** Adds layers until one adds nothing. */
  run(): void {
    for (let plies = 0; plies === 0 || this.#layer.length > 0; plies += 2) {
      for (const placement of this.#layer) this.#goBack(placement, plies + 1);
      this.#layer = [];
      this.#tryDefenders(plies + 2);
    }
  }

  /** Marks the attackers that reach a lost defender. */
  #goBack(placement: number, plies: number): void {
    this.#lay(placement);
    for (let man = 0; man < this.#men.length; man++) {
      const to = this.#cells[man]!;
      if (to < 0 || this.#men[man]!.side !== this.#attacker) continue;
      for (const way of this.#back[man]![to]!) this.#comeFrom(placement, man, way, plies);
    }
    this.#clear();
  }

  #comeFrom(placement: number, man: number, { from, to, water }: Way, plies: number): void {
    if (this.#board[from] !== -1) return;
    for (const cell of water) if (this.#board[cell] !== -1) return;
    const before = placement + (this.#placeOf[man]![from]! - this.#placeOf[man]![to]!) * this.#strides[man]!;
    if (this.#won[before] === 0) this.#won[before] = plies + 1;
    for (let other = 0; other < this.#men.length; other++) {
      if (this.#cells[other]! >= 0 || this.#taking[man]![other]![from * SQUARES + to] === 0) continue;
      const place = this.#placeOf[other]![to]!;
      if (place < 0) continue;
      const full = before + (place - this.#places[other]!.length) * this.#strides[other]!;
      if (this.#won[full] === 0) this.#won[full] = plies + 1;
    }
  }

  /** Looks for another rescue of each defender whose rescue leads to a won attacker. */
  #tryDefenders(plies: number): void {
    let count = 0;
    for (const placement of this.#open) {
      if (this.#won[this.#rescue[placement]!] !== 0) {
        this.#lay(placement);
        const rescue = this.#firstMove(placement, false);
        this.#clear();
        this.#rescue[placement] = rescue;
        if (rescue === -1) {
          this.#lost[placement] = plies + 1;
          this.#layer.push(placement);
          continue;
        }
      }
      this.#open[count++] = placement;
    }
    this.#open = this.#open.subarray(0, count);
  }
}
