/**
 * Opponents independent of the engine: a plain alpha-beta of fixed depth with material and distance, and a scripted
 * beginner.
 */
import { denOf, type Game, legalGameMoves, type Move, type Position, pieceAt, turn } from '@doushouqi/rules';
import { MailBox } from './mailbox.ts';

const WIN = 100_000;
/** By type: rat, cat, dog, wolf, leopard, tiger, lion, elephant. */
const VALUES = [0, 500, 200, 300, 400, 500, 800, 900, 1_000] as const;

/** Returns the best move by alpha-beta to `depth`, captures first. `random` chooses among equal moves. */
export function plainMove(game: Game, depth: number, random: () => number): Move {
  const board = new MailBox(game.position);
  const moves = shuffled(legalGameMoves(game), random);
  const ordered = moves.sort((a, b) => takes(game.position, b) - takes(game.position, a));
  let best = ordered[0]!;
  let alpha = -2 * WIN;
  for (const move of ordered) {
    board.make(move.from.y * 7 + move.from.x, move.to.y * 7 + move.to.x);
    const value = -alphaBeta(board, depth - 1, -2 * WIN, -alpha);
    board.unmake();
    if (value > alpha) {
      alpha = value;
      best = move;
    }
  }
  return best;
}

function alphaBeta(board: MailBox, depth: number, floor: number, ceiling: number): number {
  if (board.isLost()) return -WIN - depth;
  if (depth === 0) return board.evaluate(VALUES);
  const moves = board.moves(depth);
  if (moves.length === 0) return -WIN - depth;
  let alpha = floor;
  for (const captures of [true, false]) {
    for (const move of moves) {
      if (board.isCapture(move) !== captures) continue;
      board.make(move & 63, move >> 6);
      const value = -alphaBeta(board, depth - 1, -ceiling, -alpha);
      board.unmake();
      if (value >= ceiling) return value;
      if (value > alpha) alpha = value;
    }
  }
  return alpha;
}

/** Captures the strongest capturable piece, else walks towards the den. */
export function beginnerMove(game: Game, random: () => number): Move {
  const { position } = game;
  const mover = turn(position);
  const den = denOf(mover === 'red' ? 'blue' : 'red');
  const worth = (move: Move) => {
    if (move.to.x === den.x && move.to.y === den.y) return 1_000;
    const taken = takes(position, move);
    return taken > 0
      ? 100 + taken
      : -(Math.abs(move.to.x - den.x) + Math.abs(move.to.y - den.y)) + closer(move, den);
  };
  return shuffled(legalGameMoves(game), random).reduce((best, move) =>
    worth(move) > worth(best) ? move : best,
  );
}

/** Scores a move: more for a step towards the den. */
function closer({ from, to }: Move, den: { x: number; y: number }): number {
  const before = Math.abs(from.x - den.x) + Math.abs(from.y - den.y);
  return 20 * (before - Math.abs(to.x - den.x) - Math.abs(to.y - den.y));
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
