/** The stored solution of a level: the verdict on every move of the player and the reply to each good one. */
import {
  formatFen,
  type Game,
  legalMoves,
  type Move,
  newGame,
  outcome,
  type Position,
  play,
  positionOf,
} from '@doushouqi/rules';
import { LEVEL_RULES, type Level, movesOf, startOf } from './level.ts';

export type Choice =
  | { readonly move: Move; readonly verdict: 'lost' }
  | {
      readonly move: Move;
      readonly verdict: 'good';
      /** Own moves that a win still needs; null in a level to hold. */
      readonly left: number | null;
      /** The defender's move; null if the level ends with this move. */
      readonly reply: Move | null;
    };
export type GoodChoice = Extract<Choice, { verdict: 'good' }>;

/** The player's choices by position (FEN), for all positions that good moves and the replies lead to. */
export type Solution = ReadonlyMap<string, readonly Choice[]>;

const BASE = 36;

/**
 * Reads the stored solution of a level. Its text lists the positions in the order in which a breadth-first search finds
 * them, and the moves of each in the order of `legalMoves`. A move is `.` if it loses the goal, or else the number of own
 * moves that are left in base 36, `=` in a level to hold; then follows the place of the reply among the legal moves in base 36,
 * unless the level ends.
 * @throws Error if the text does not fit the level.
 */
export function readSolution(level: Level): Solution {
  const reader = new Reader(level);
  return reader.read();
}

interface Node {
  readonly position: Position;
  /** Own moves that lead to it. */
  readonly depth: number;
}

class Reader {
  readonly #level: Level;
  readonly #nodes: Node[] = [];
  readonly #found = new Map<string, readonly Choice[]>();
  readonly #seen = new Set<string>();
  #at = 0;

  constructor(level: Level) {
    this.#level = level;
  }

  read(): Solution {
    this.#visit(positionOf(startOf(this.#level)), 0);
    for (let next = 0; next < this.#nodes.length; next++) {
      const node = this.#nodes[next]!;
      const choices = legalMoves(node.position).map((move) => this.#choice(node, move));
      this.#found.set(formatFen(node.position), choices);
    }
    if (this.#at !== this.#level.solution.length) throw this.#error();
    return this.#found;
  }

  #choice({ position, depth }: Node, move: Move): Choice {
    const mark = this.#take();
    if (mark === '.') return { move, verdict: 'lost' };
    const left = mark === '=' ? null : Number.parseInt(mark, BASE);
    const after = this.#after(position, move);
    const isLast = this.#level.goal === 'hold' && depth + 1 >= movesOf(this.#level);
    if (outcome(after).winner !== null || isLast) return { move, verdict: 'good', left, reply: null };
    const reply = legalMoves(positionOf(after))[Number.parseInt(this.#take(), BASE)];
    if (!reply) throw this.#error();
    this.#visit(positionOf(this.#after(positionOf(after), reply)), depth + 1);
    return { move, verdict: 'good', left, reply };
  }

  #take(): string {
    const mark = this.#level.solution[this.#at++];
    if (mark === undefined) throw this.#error();
    return mark;
  }

  #after(position: Position, move: Move): Game {
    const played = play(newGame(LEVEL_RULES, position), move);
    if (!played.ok) throw this.#error();
    return played.value;
  }

  #visit(position: Position, depth: number): void {
    const key = formatFen(position);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#nodes.push({ position, depth });
  }

  #error(): Error {
    return new Error(`${this.#level.id}: the solution does not fit the position`);
  }
}

/** Returns the good move that a hint shows: the first of the shortest. Null in a position that the solution lacks. */
export function bestChoice(solution: Solution, game: Game): GoodChoice | null {
  const choices = solution.get(formatFen(positionOf(game))) ?? [];
  const good = choices.filter((choice) => choice.verdict === 'good');
  return good.reduce<GoodChoice | null>(
    (best, choice) => (best === null || (choice.left ?? 0) < (best.left ?? 0) ? choice : best),
    null,
  );
}
