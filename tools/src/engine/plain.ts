/**
 * Opponents independent of the engine: a plain alpha-beta of fixed depth with material and distance, and a scripted
 * beginner.
 */
import {
  denOf,
  type Game,
  legalGameMoves,
  legalMoves,
  type Move,
  otherSide,
  type Point,
  type Position,
  pieceAt,
  pieces,
  turn,
} from '@doushouqi/rules';

const WIN = 100_000;
/** By type: rat, cat, dog, wolf, leopard, tiger, lion, elephant. */
const VALUES = [0, 500, 200, 300, 400, 500, 800, 900, 1_000] as const;

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

/** Returns the position after a legal move. */
function after(position: Position, { from, to }: Move): Position {
  const cells = position.cells.slice();
  cells[to.y * 7 + to.x] = cells[from.y * 7 + from.x]!;
  cells[from.y * 7 + from.x] = 0;
  return { cells, turn: otherSide(turn(position)) };
}

/** Returns material and distance of each piece to the enemy's den, for the side to move. */
function evaluate(position: Position): number {
  let sum = 0;
  let isAlive = false;
  for (const { side, type, position: at } of pieces(position)) {
    const value = VALUES[type]! + 4 * (12 - distance(at, denOf(otherSide(side))));
    isAlive ||= side === turn(position);
    sum += side === turn(position) ? value : -value;
  }
  return isAlive ? sum : -WIN;
}

/** Returns the best move by alpha-beta to `depth`, captures first. `random` chooses among equal moves. */
export function plainMove(game: Game, depth: number, random: () => number): Move {
  const moves = shuffled(legalGameMoves(game), random);
  const ordered = moves.sort((a, b) => takes(game.position, b) - takes(game.position, a));
  let best = ordered[0]!;
  let alpha = -2 * WIN;
  for (const move of ordered) {
    const value = -alphaBeta(after(game.position, move), depth - 1, -2 * WIN, -alpha);
    if (value > alpha) [alpha, best] = [value, move];
  }
  return best;
}

function alphaBeta(position: Position, depth: number, floor: number, ceiling: number): number {
  if (pieceAt(position, denOf(turn(position))) !== null) return -WIN - depth;
  if (depth === 0) return evaluate(position);
  const moves = legalMoves(position);
  // Without pieces there are none.
  if (moves.length === 0) return -WIN - depth;
  let alpha = floor;
  for (const captures of [true, false]) {
    for (const move of moves) {
      if (takes(position, move) > 0 !== captures) continue;
      const value = -alphaBeta(after(position, move), depth - 1, -ceiling, -alpha);
      if (value >= ceiling) return value;
      if (value > alpha) alpha = value;
    }
  }
  return alpha;
}

/** Captures the strongest capturable piece, else walks towards the den. */
export function beginnerMove(game: Game, random: () => number): Move {
  const { position } = game;
  const den = denOf(otherSide(turn(position)));
  const worth = ({ from, to }: Move): number => {
    if (distance(to, den) === 0) return 1_000;
    const taken = takes(position, { from, to });
    // More for a step towards the den.
    return taken > 0 ? 100 + taken : 20 * distance(from, den) - 21 * distance(to, den);
  };
  return shuffled(legalGameMoves(game), random).reduce((best, move) =>
    worth(move) > worth(best) ? move : best,
  );
}

function takes(position: Position, { to }: Move): number {
  return pieceAt(position, to)?.type ?? 0;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
