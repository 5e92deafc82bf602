import {
  denOf,
  type Game,
  legalGameMoves,
  type Move,
  otherSide,
  outcome,
  type Point,
  pieceAt,
  play,
  positionOf,
  turn,
} from '@doushouqi/rules';

/** A player with knowledge of the rules only: enters the den, captures freely, else walks towards the den. */

/** Returns the steps from a square to the den that the side to move must enter. */
function steps(at: Point, game: Game): number {
  const den = denOf(otherSide(turn(positionOf(game))));
  return Math.abs(at.x - den.x) + Math.abs(at.y - den.y);
}

/** Returns the value of a move to a beginner, more for a better one. */
function worth(game: Game, move: Move): number {
  const made = play(game, move);
  if (!made.ok) return Number.NEGATIVE_INFINITY;
  if (outcome(made.value).winner === turn(positionOf(game))) return 1_000;
  const isLost = legalGameMoves(made.value).some(({ to }) => to.x === move.to.x && to.y === move.to.y);
  const taken = pieceAt(positionOf(game), move.to)?.type ?? 0;
  const own = pieceAt(positionOf(game), move.from)?.type ?? 0;
  return (
    taken * 10 -
    (isLost ? own * 10 + 25 : 0) +
    (steps(move.from, game) - steps(move.to, game)) -
    steps(move.to, game) / 10
  );
}

/** Returns a beginner's move; the game must not be over. */
export function beginnersMove(game: Game): Move {
  const moves = legalGameMoves(game);
  return moves.reduce((best, move) => (worth(game, move) > worth(game, best) ? move : best));
}
