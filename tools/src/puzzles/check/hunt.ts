/**
 * Finds out whether a side wins by force within a number of plies, on any board, from the ways of `board.ts` alone. The hunter needs
 * one good move, the prey every move. Positions are cut only if the hunter has too few moves for any kind of win.
 */
import { denOf, type Move, type Position, pieces, type Side } from '@doushouqi/rules';
import { cellAt, isDen, type Man, SQUARES, squareAt, takes, type Way, waysFrom } from './board.ts';

const NOWHERE = -1;
const UNREACHED = 120;
const TYPES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const RED: readonly Man[] = TYPES.map((type) => ({ type, side: 'red' }));
const BLUE: readonly Man[] = TYPES.map((type) => ({ type, side: 'blue' }));
const ALL: readonly Man[] = [...RED, ...BLUE];
const CELLS = Array.from({ length: SQUARES }, (_, cell) => cell);

const WAYS: readonly (readonly (readonly Way[])[])[] = ALL.map((man) =>
  CELLS.map((cell) => waysFrom(man, cell)),
);

/** `[man * 16 + other]` has a 1 at `from * 63 + to` if the man takes the other there. */
const TAKEN: readonly Uint8Array[] = ALL.flatMap((man, at) =>
  ALL.map((other) => {
    const table = new Uint8Array(SQUARES * SQUARES);
    for (const way of WAYS[at]!.flat()) if (takes(man, other, way)) table[way.from * SQUARES + way.to] = 1;
    return table;
  }),
);

/** `[man][target * 63 + cell]`: moves from a cell to a target on an empty board, found backwards from the target. */
const MOVES_TO: readonly Uint8Array[] = WAYS.map((ways) => {
  const table = new Uint8Array(SQUARES * SQUARES).fill(UNREACHED);
  const all = ways.flat();
  for (const target of CELLS) {
    let layer = [target];
    for (let moves = 0; layer.length > 0; moves++) {
      for (const cell of layer) table[target * SQUARES + cell] = moves;
      const reached = new Set(layer);
      layer = [...new Set(all.filter(({ to }) => reached.has(to)).map(({ from }) => from))].filter(
        (cell) => table[target * SQUARES + cell] === UNREACHED,
      );
    }
  }
  return table;
});

/** Random 52-bit numbers: a key is the sum of the numbers of all pieces, as a plain number. */
const KEYS: readonly Float64Array[] = ALL.map((_, man) => {
  let state = 1_234_567 + man * 7_654_321;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 6) & 0x3ffffff;
  };
  return Float64Array.from(CELLS, () => next() * 2 ** 20 + (next() & 0xfffff));
});

const SLOTS = 1 << 19;

/** Thrown when a question needs more positions than allowed. */
export class HuntLimit extends Error {}

export class Hunt {
  readonly #hunters: readonly number[];
  readonly #prey: readonly number[];
  readonly #den: number;
  readonly #preyDen: number;
  readonly #cell = new Int8Array(16).fill(NOWHERE);
  readonly #man = new Int8Array(SQUARES).fill(NOWHERE);
  #alive = 0;
  #key = 0;
  #budget = 0;
  /** Positions by key, first with the hunter to move, then with the prey. */
  readonly #keys = [new Float64Array(SLOTS), new Float64Array(SLOTS)] as const;
  /** The least number of plies in which the hunter is known to win, and the most in which it is known not to. */
  readonly #within = [new Uint8Array(SLOTS), new Uint8Array(SLOTS)] as const;
  readonly #beyond = [new Uint8Array(SLOTS), new Uint8Array(SLOTS)] as const;
  /** The escape of the prey that was found last at a number of plies left: man and way. */
  readonly #escapes = new Int16Array(64).fill(-1);

  constructor(hunter: Side) {
    const [red, blue] = [CELLS.slice(0, 8), CELLS.slice(8, 16)];
    this.#hunters = hunter === 'red' ? red : blue;
    this.#prey = hunter === 'red' ? blue : red;
    this.#den = cellAt(denOf(hunter === 'red' ? 'blue' : 'red'));
    this.#preyDen = cellAt(denOf(hunter));
  }

  /** Lays out a position of a game that goes on, and allows so many positions for the next questions. */
  lay(position: Position, budget: number): void {
    this.#cell.fill(NOWHERE);
    this.#man.fill(NOWHERE);
    this.#key = 0;
    for (const { type, side, position: point } of pieces(position)) {
      const man = type - 1 + (side === 'red' ? 0 : 8);
      const cell = cellAt(point);
      this.#cell[man] = cell;
      this.#man[cell] = man;
      this.#key += KEYS[man]![cell]!;
    }
    this.#alive = this.#prey.filter((man) => this.#cell[man] !== NOWHERE).length;
    this.#budget = budget;
  }

  /** Whether the hunter, to move, wins within an odd number of plies. Throws `HuntLimit`. */
  catches(plies: number): boolean {
    return this.#hunt(plies);
  }

  /** Whether the hunter wins although the prey is to move, within an even number of plies. Throws `HuntLimit`. */
  corners(plies: number): boolean {
    return this.#flee(plies);
  }

  /** Returns the moves of the hunter that win within an odd number of plies. Throws `HuntLimit`. */
  catching(plies: number): Move[] {
    const found: Move[] = [];
    for (const man of this.#hunters) {
      const from = this.#cell[man]!;
      if (from === NOWHERE) continue;
      for (const way of WAYS[man]![from]!) {
        if (this.#isOpen(man, way) && this.#hunterWinsBy(man, way, plies)) {
          found.push({ from: squareAt(from), to: squareAt(way.to) });
        }
      }
    }
    return found;
  }

  #isOpen(man: number, { from, to, water }: Way): boolean {
    for (const cell of water) if (this.#man[cell] !== NOWHERE) return false;
    const other = this.#man[to]!;
    return other === NOWHERE || TAKEN[man * 16 + other]![from * SQUARES + to] === 1;
  }

  /** Makes a move; returns the man taken or `NOWHERE`. */
  #make(man: number, { from, to }: Way): number {
    const other = this.#man[to]!;
    this.#man[from] = NOWHERE;
    this.#man[to] = man;
    this.#cell[man] = to;
    this.#key += KEYS[man]![to]! - KEYS[man]![from]!;
    if (other !== NOWHERE) {
      this.#cell[other] = NOWHERE;
      this.#key -= KEYS[other]![to]!;
      if (this.#isPrey(other)) this.#alive--;
    }
    return other;
  }

  #unmake(man: number, { from, to }: Way, other: number): void {
    this.#man[from] = man;
    this.#man[to] = other;
    this.#cell[man] = from;
    this.#key -= KEYS[man]![to]! - KEYS[man]![from]!;
    if (other === NOWHERE) return;
    this.#cell[other] = to;
    this.#key += KEYS[other]![to]!;
    if (this.#isPrey(other)) this.#alive++;
  }

  #isPrey(man: number): boolean {
    return man >= 8 === this.#prey[0]! >= 8;
  }

  #hunterWinsBy(man: number, way: Way, plies: number): boolean {
    if (way.to === this.#den) return true;
    const other = this.#make(man, way);
    const wins = this.#alive === 0 || this.#flee(plies - 1);
    this.#unmake(man, way, other);
    return wins;
  }

  /**
   * Whether the hunter has too few moves: no piece is near enough to the den, more prey is alive than it can take, and one of the
   * prey steps to and fro where no hunter arrives in time, so that it never lacks a move.
   */
  #isTooFar(moves: number): boolean {
    if (this.#alive <= moves) return false;
    const row = this.#den * SQUARES;
    for (const man of this.#hunters) {
      const cell = this.#cell[man]!;
      if (cell !== NOWHERE && MOVES_TO[man]![row + cell]! <= moves) return false;
    }
    for (const man of this.#prey) {
      const cell = this.#cell[man]!;
      if (cell === NOWHERE || !this.#isQuiet(cell, moves)) continue;
      for (const { to, water } of WAYS[man]![cell]!) {
        if (water.length === 0 && !isDen(to) && this.#man[to] === NOWHERE && this.#isQuiet(to, moves))
          return true;
      }
    }
    return false;
  }

  #isQuiet(cell: number, moves: number): boolean {
    const row = cell * SQUARES;
    for (const man of this.#hunters) {
      const from = this.#cell[man]!;
      if (from !== NOWHERE && MOVES_TO[man]![row + from]! <= moves) return false;
    }
    return true;
  }

  #slot(): number {
    return (this.#key % 16_777_213) & (SLOTS - 1);
  }

  /** Returns what is known: 1 a win within the plies, 0 none, -1 nothing. */
  #known(side: 0 | 1, slot: number, plies: number): number {
    if (this.#keys[side][slot] !== this.#key) return -1;
    const within = this.#within[side][slot]!;
    if (within > 0 && within <= plies) return 1;
    return this.#beyond[side][slot]! >= plies ? 0 : -1;
  }

  #learn(side: 0 | 1, slot: number, plies: number, wins: boolean): void {
    if (this.#keys[side][slot] !== this.#key) {
      this.#keys[side][slot] = this.#key;
      this.#within[side][slot] = 0;
      this.#beyond[side][slot] = 0;
    }
    if (wins) this.#within[side][slot] = Math.min(plies, this.#within[side][slot] || plies);
    else this.#beyond[side][slot] = Math.max(plies, this.#beyond[side][slot]!);
  }

  #hunt(plies: number): boolean {
    if (--this.#budget < 0) throw new HuntLimit();
    for (const man of this.#hunters) {
      const from = this.#cell[man]!;
      if (from === NOWHERE || MOVES_TO[man]![this.#den * SQUARES + from] !== 1) continue;
      for (const way of WAYS[man]![from]!) if (way.to === this.#den && this.#isOpen(man, way)) return true;
    }
    if (this.#isTooFar((plies + 1) / 2)) return false;
    const slot = this.#slot();
    const known = this.#known(0, slot, plies);
    if (known >= 0) return known === 1;
    const wins = this.#huntNear(plies, true) || this.#huntNear(plies, false);
    this.#learn(0, slot, plies, wins);
    return wins;
  }

  /** Tries the moves that come nearer to the den, or all others. */
  #huntNear(plies: number, isNearer: boolean): boolean {
    const row = this.#den * SQUARES;
    for (const man of this.#hunters) {
      const from = this.#cell[man]!;
      if (from === NOWHERE) continue;
      const far = MOVES_TO[man]!;
      for (const way of WAYS[man]![from]!) {
        if (far[row + way.to]! < far[row + from]! !== isNearer) continue;
        if (this.#isOpen(man, way) && this.#hunterWinsBy(man, way, plies)) return true;
      }
    }
    return false;
  }

  #flee(plies: number): boolean {
    if (plies > 0) {
      if (this.#isTooFar(plies / 2)) return false;
      const slot = this.#slot();
      const known = this.#known(1, slot, plies);
      if (known >= 0) return known === 1;
      const wins = !this.#escapesBy(this.#escapes[plies]!, plies) && !this.#escapesAny(plies);
      this.#learn(1, slot, plies, wins);
      return wins;
    }
    return !this.#canMove(this.#prey);
  }

  #escapesAny(plies: number): boolean {
    for (const man of this.#prey) {
      const from = this.#cell[man]!;
      if (from === NOWHERE) continue;
      const ways = WAYS[man]![from]!;
      for (let at = 0; at < ways.length; at++) {
        if (!this.#preyLives(man, ways[at]!, plies)) continue;
        this.#escapes[plies] = (man * SQUARES + from) * 4 + at;
        return true;
      }
    }
    return false;
  }

  /** Whether an escape of another position is one here too. */
  #escapesBy(flight: number, plies: number): boolean {
    if (flight < 0) return false;
    const [place, at] = [flight >> 2, flight & 3];
    const [man, from] = [Math.floor(place / SQUARES), place % SQUARES];
    const way = WAYS[man]![from]![at];
    return this.#cell[man] === from && way !== undefined && this.#preyLives(man, way, plies);
  }

  #preyLives(man: number, way: Way, plies: number): boolean {
    if (!this.#isOpen(man, way)) return false;
    if (way.to === this.#preyDen) return true;
    const other = this.#make(man, way);
    const lives = !this.#canMove(this.#hunters) || !this.#hunt(plies - 1);
    this.#unmake(man, way, other);
    return lives;
  }

  #canMove(men: readonly number[]): boolean {
    for (const man of men) {
      const from = this.#cell[man]!;
      if (from === NOWHERE) continue;
      for (const way of WAYS[man]![from]!) if (this.#isOpen(man, way)) return true;
    }
    return false;
  }
}
