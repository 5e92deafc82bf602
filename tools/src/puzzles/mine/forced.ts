/**
 * Forced wins within a number of plies, on any board: the attacker needs one move, the defender every move. A node is cut if the
 * attacker cannot finish in time even if the defender plays elsewhere.
 */
import { type Move, otherSide, type Position, type Side } from '@doushouqi/rules';
import { CELL_COUNT, cellOf, GOAL, pointOf, type Step, stepsOf, takesOf } from './geometry.ts';

const CODES = 17;
const FAR = 99;

/** Codes as in `Position`: type, plus 8 for blue. */
function manOf(code: number): { type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8; side: Side } {
  return { type: (code > 8 ? code - 8 : code) as 1, side: code > 8 ? 'blue' : 'red' };
}

const ALL = Array.from({ length: CODES - 1 }, (_, at) => at + 1);
const STEPS: readonly (readonly (readonly Step[])[])[] = [[], ...ALL.map((code) => stepsOf(manOf(code)))];
const TAKES: readonly (readonly Uint8Array[])[] = [
  [],
  ...ALL.map((code) => [new Uint8Array(0), ...ALL.map((other) => takesOf(manOf(code), manOf(other)))]),
];

/** `[code][from * 63 + to]`: moves on an empty board. */
const APART: readonly Uint8Array[] = [new Uint8Array(0), ...ALL.map(distancesOf)];

function distancesOf(code: number): Uint8Array {
  const apart = new Uint8Array(CELL_COUNT * CELL_COUNT).fill(FAR);
  for (let start = 0; start < CELL_COUNT; start++) {
    apart[start * CELL_COUNT + start] = 0;
    const queue = [start];
    for (const from of queue) {
      for (const { to } of STEPS[code]![from]!) {
        if (apart[start * CELL_COUNT + to]! < FAR) continue;
        apart[start * CELL_COUNT + to] = apart[start * CELL_COUNT + from]! + 1;
        queue.push(to);
      }
    }
  }
  return apart;
}

const TABLE_BITS = 20;
const TABLE_SIZE = 1 << TABLE_BITS;

function randoms(seed: number): Int32Array {
  let state = seed;
  return Int32Array.from({ length: CODES * CELL_COUNT }, () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return Math.imul(more ^ (more >>> 14), 0x2c1b3c6d) ^ (more >>> 12);
  });
}

const LOW = randoms(1);
const HIGH = randoms(7_777);

/** Thrown when a proof needs more positions than allowed. */
export class TooMany extends Error {}

/** Proofs for one attacker. */
export class Forced {
  readonly #board = new Uint8Array(CELL_COUNT);
  /** Cell by code, -1 without the piece. */
  readonly #cells = new Int8Array(CODES);
  readonly #own: readonly number[];
  readonly #enemies: readonly number[];
  readonly #goal: number;
  readonly #enemyGoal: number;
  #standing = 0;
  #low = 0;
  #high = 0;
  #left = 0;
  readonly #keys = new Int32Array(TABLE_SIZE);
  /** Plies within which the attacker wins, and plies within which it does not; 0 if unknown. */
  readonly #wins = new Uint8Array(TABLE_SIZE);
  readonly #fails = new Uint8Array(TABLE_SIZE);
  /** A defender's move that held, `from * 64 + to`. */
  readonly #best = new Uint16Array(TABLE_SIZE);

  constructor(attacker: Side) {
    const red = ALL.slice(0, 8);
    const blue = ALL.slice(8);
    this.#own = attacker === 'red' ? red : blue;
    this.#enemies = attacker === 'red' ? blue : red;
    this.#goal = GOAL[attacker];
    this.#enemyGoal = GOAL[otherSide(attacker)];
  }

  /** Forgets all positions, so that a limit does not depend on earlier proofs. */
  forget(): void {
    this.#wins.fill(0);
    this.#fails.fill(0);
    this.#best.fill(0);
  }

  /** Sets a position of a game that is not over. `limit`: positions that the next proofs may visit. */
  set({ cells }: Position, limit: number): void {
    this.#board.set(cells);
    this.#cells.fill(-1);
    this.#low = 0;
    this.#high = 0;
    for (let cell = 0; cell < CELL_COUNT; cell++) {
      const code = cells[cell]!;
      if (code === 0) continue;
      this.#cells[code] = cell;
      this.#toggle(code, cell);
    }
    this.#standing = this.#enemies.filter((code) => this.#cells[code]! >= 0).length;
    this.#left = limit;
  }

  /** Whether the attacker, to move, wins within `plies`, an odd number. Throws `TooMany`. */
  wins(plies: number): boolean {
    return this.#attack(plies);
  }

  /** Returns the shortest win of the attacker, to move, within `most` plies, or null. */
  shortest(most: number): number | null {
    for (let plies = 1; plies <= most; plies += 2) if (this.#attack(plies)) return plies;
    return null;
  }

  /** Returns the attacker's moves that win within `plies`, the move counted. */
  winners(plies: number): Move[] {
    const found: Move[] = [];
    for (const code of this.#own) {
      const from = this.#cells[code]!;
      if (from < 0) continue;
      for (const step of STEPS[code]![from]!) {
        if (!this.#isPlayable(code, step)) continue;
        const { to } = step;
        const taken = this.#board[to]!;
        let isWin = to === this.#goal || (taken !== 0 && this.#standing === 1);
        if (!isWin) {
          this.#play(code, from, to, taken);
          isWin = this.#defend(plies - 1);
          this.#undo(code, from, to, taken);
        }
        if (isWin) found.push({ from: pointOf(from), to: pointOf(to) });
      }
    }
    return found;
  }

  /** Makes or takes back moves of either side from outside: replies, and answers to them. */
  after<T>({ from, to }: Move, ask: () => T): T {
    const [start, end] = [cellOf(from), cellOf(to)];
    const code = this.#board[start]!;
    const taken = this.#board[end]!;
    this.#play(code, start, end, taken);
    try {
      return ask();
    } finally {
      this.#undo(code, start, end, taken);
    }
  }

  #toggle(code: number, cell: number): void {
    this.#low ^= LOW[code * CELL_COUNT + cell]!;
    this.#high ^= HIGH[code * CELL_COUNT + cell]!;
  }

  #play(code: number, from: number, to: number, taken: number): void {
    this.#board[from] = 0;
    this.#board[to] = code;
    this.#cells[code] = to;
    this.#toggle(code, from);
    this.#toggle(code, to);
    if (taken === 0) return;
    this.#cells[taken] = -1;
    this.#toggle(taken, to);
    if (this.#enemies[0]! <= taken && taken <= this.#enemies[7]!) this.#standing--;
  }

  #undo(code: number, from: number, to: number, taken: number): void {
    this.#board[from] = code;
    this.#board[to] = taken;
    this.#cells[code] = from;
    this.#toggle(code, from);
    this.#toggle(code, to);
    if (taken === 0) return;
    this.#cells[taken] = to;
    this.#toggle(taken, to);
    if (this.#enemies[0]! <= taken && taken <= this.#enemies[7]!) this.#standing++;
  }

  #isPlayable(code: number, { from, to, over }: Step): boolean {
    for (let at = 0; at < over.length; at++) if (this.#board[over[at]!] !== 0) return false;
    const other = this.#board[to]!;
    return other === 0 || TAKES[code]![other]![from * CELL_COUNT + to] === 1;
  }

  /** Whether the attacker cannot finish with `moves` moves, whatever it plays, if the defender shuffles. */
  #isHopeless(moves: number): boolean {
    if (this.#standing <= moves) return false;
    for (const code of this.#own) {
      const cell = this.#cells[code]!;
      if (cell >= 0 && APART[code]![cell * CELL_COUNT + this.#goal]! <= moves) return false;
    }
    return this.#canShuffle(moves);
  }

  /** Whether a defender can step to and fro for `moves` moves of the attacker, out of reach of all its pieces. */
  #canShuffle(moves: number): boolean {
    for (const code of this.#enemies) {
      const cell = this.#cells[code]!;
      if (cell < 0 || this.#isReached(cell, moves)) continue;
      for (const { to, over } of STEPS[code]![cell]!) {
        if (over.length === 0 && this.#board[to] === 0 && !this.#isReached(to, moves)) return true;
      }
    }
    return false;
  }

  #isReached(cell: number, moves: number): boolean {
    for (const code of this.#own) {
      const from = this.#cells[code]!;
      if (from >= 0 && APART[code]![from * CELL_COUNT + cell]! <= moves) return true;
    }
    return false;
  }

  #place(isDefender: boolean): number {
    const key = isDefender ? ~this.#low : this.#low;
    return (key ^ (key >>> TABLE_BITS)) & (TABLE_SIZE - 1);
  }

  #note(place: number, plies: number, isWin: boolean): void {
    if (this.#keys[place] !== this.#high) {
      this.#keys[place] = this.#high;
      this.#wins[place] = 0;
      this.#fails[place] = 0;
    }
    if (isWin) {
      if (this.#wins[place] === 0 || this.#wins[place]! > plies) this.#wins[place] = plies;
    } else if (this.#fails[place]! < plies) this.#fails[place] = plies;
  }

  #attack(plies: number): boolean {
    if (--this.#left < 0) throw new TooMany();
    for (const code of this.#own) {
      const from = this.#cells[code]!;
      if (from < 0) continue;
      const isNear = APART[code]![from * CELL_COUNT + this.#goal] === 1;
      if (!isNear && this.#standing > 1) continue;
      for (const step of STEPS[code]![from]!) {
        if (step.to !== this.#goal && (this.#standing > 1 || this.#board[step.to] === 0)) continue;
        if (this.#isPlayable(code, step)) return true;
      }
    }
    const moves = (plies + 1) / 2;
    if (this.#isHopeless(moves)) return false;
    const place = this.#place(false);
    if (this.#keys[place] === this.#high) {
      if (this.#wins[place]! > 0 && this.#wins[place]! <= plies) return true;
      if (this.#fails[place]! >= plies) return false;
    }
    // Steps towards the den and captures first.
    let isWin = false;
    for (let round = 0; round < 2 && !isWin; round++) isWin = this.#attackWith(plies, round === 0);
    this.#note(place, plies, isWin);
    return isWin;
  }

  #attackWith(plies: number, isFirst: boolean): boolean {
    for (const code of this.#own) {
      const from = this.#cells[code]!;
      if (from < 0) continue;
      const apart = APART[code]!;
      const before = apart[from * CELL_COUNT + this.#goal]!;
      for (const step of STEPS[code]![from]!) {
        const { to } = step;
        const taken = this.#board[to]!;
        const isForward = taken !== 0 || apart[to * CELL_COUNT + this.#goal]! < before;
        if (isForward !== isFirst || !this.#isPlayable(code, step)) continue;
        this.#play(code, from, to, taken);
        const isWin = this.#defend(plies - 1);
        this.#undo(code, from, to, taken);
        if (isWin) return true;
      }
    }
    return false;
  }

  /** Whether every move of the defender loses within `plies`, an even number, its move counted. */
  #defend(plies: number): boolean {
    if (plies === 0) return !this.#canMove();
    if (this.#isHopeless(plies / 2)) return false;
    const place = this.#place(true);
    let tried = 0;
    if (this.#keys[place] === this.#high) {
      if (this.#wins[place]! > 0 && this.#wins[place]! <= plies) return true;
      if (this.#fails[place]! >= plies) return false;
      tried = this.#best[place]!;
    }
    if (tried !== 0 && this.#holds(tried, plies)) {
      this.#note(place, plies, false);
      return false;
    }
    const saving = this.#findSaving(plies, tried);
    this.#note(place, plies, saving === 0);
    this.#best[place] = saving;
    return saving === 0;
  }

  /** Returns a move that does not lose within `plies`, as `from * 64 + to`, or 0. */
  #findSaving(plies: number, tried: number): number {
    for (let round = 0; round < 2; round++) {
      for (const code of this.#enemies) {
        const from = this.#cells[code]!;
        if (from < 0) continue;
        for (const step of STEPS[code]![from]!) {
          const { to } = step;
          const packed = from * 64 + to;
          const isFirst = this.#board[to] !== 0 || to === this.#enemyGoal;
          if (isFirst !== (round === 0) || packed === tried || !this.#isPlayable(code, step)) continue;
          if (this.#holds(packed, plies)) return packed;
        }
      }
    }
    return 0;
  }

  /** Whether a playable move of the defender does not lose within `plies`. */
  #holds(packed: number, plies: number): boolean {
    const from = packed >> 6;
    const to = packed & 63;
    const code = this.#board[from]!;
    if (code === 0) return false;
    const taken = this.#board[to]!;
    if (to === this.#enemyGoal) return true;
    this.#play(code, from, to, taken);
    const holds = this.#isBeaten() || !this.#attack(plies - 1);
    this.#undo(code, from, to, taken);
    return holds;
  }

  /** Whether the attacker has no piece or no move: the defender has won. */
  #isBeaten(): boolean {
    return !this.#hasMove(this.#own);
  }

  #canMove(): boolean {
    return this.#hasMove(this.#enemies);
  }

  #hasMove(codes: readonly number[]): boolean {
    for (const code of codes) {
      const from = this.#cells[code]!;
      if (from < 0) continue;
      for (const step of STEPS[code]![from]!) if (this.#isPlayable(code, step)) return true;
    }
    return false;
  }
}
