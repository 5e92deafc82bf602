import {
  denOf,
  type Game,
  gameMoves,
  legalGameMoves,
  type Move,
  newGame,
  ONLINE_RULE_SET,
  otherSide,
  outcome,
  type Point,
  pieceAt,
  play,
  positionOf,
  type Side,
  turn,
} from '@doushouqi/rules';
import { randomOf } from '@doushouqi/scripts';

const MOST_PLIES = 160;
const LEAST_CAPTURES = 4;

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

function isFull(game: Game, taken: Readonly<Record<Side, number>>): boolean {
  const den = denOf('red');
  const last = gameMoves(game).at(-1);
  const isThreat = last !== undefined && distance(last.to, den) === 1;
  return (
    turn(positionOf(game)) === 'red' &&
    isThreat &&
    Object.values(taken).every((count) => count >= LEAST_CAPTURES)
  );
}

/** Plays a game that prefers captures and, as blue, walks to red's den. Returns null if it ends early. */
function attempt(random: () => number): Move[] | null {
  let game = newGame(ONLINE_RULE_SET);
  const moves: Move[] = [];
  const taken = { red: 0, blue: 0 };
  while (moves.length < MOST_PLIES && outcome(game).winner === null) {
    if (isFull(game, taken)) return moves;
    const side = turn(positionOf(game));
    const choices = legalGameMoves(game).filter(({ to }) => distance(to, denOf(otherSide(side))) > 0);
    const captures = choices.filter(({ to }) => pieceAt(positionOf(game), to) !== null);
    const closer = choices.filter(
      ({ from, to }) => distance(to, denOf('red')) < distance(from, denOf('red')),
    );
    const wish =
      captures.length > 0 && random() < 0.8 ? captures : side !== 'red' && random() < 0.6 ? closer : choices;
    const pool = wish.length > 0 ? wish : choices;
    const move = pool[Math.floor(random() * pool.length)];
    if (!move) return null;
    const played = play(game, move);
    if (!played.ok) return null;
    if (captures.includes(move)) taken[side] += 1;
    moves.push(move);
    game = played.value;
  }
  return null;
}

/**
 * Returns the half-moves of a game in which both have captured at least four, blue stands before red's den, and red is
 * to move.
 */
export function fullGame(): Move[] {
  for (let seed = 0; seed < 10_000; seed++) {
    const moves = attempt(randomOf(seed));
    if (moves) return moves;
  }
  throw new Error('no such game was found');
}
