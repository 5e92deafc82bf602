import {
  type Game,
  type Move,
  newGame,
  type Piece,
  type PieceType,
  type Point,
  play,
  positionFromSetup,
  startPosition,
} from '@doushouqi/rules';
import type { LessonStep } from './lesson.ts';

/** By type of the piece; J is the leopard. */
const LETTERS = 'RCDWJTLE';

/** Returns the point of a square, as `c3`. */
export function pointOf(square: string): Point {
  return { x: square.charCodeAt(0) - 97, y: 9 - Number(square[1]) };
}

/** Returns the move of two squares, as `c3c7`. */
export function moveOf(squares: string): Move {
  return { from: pointOf(squares.slice(0, 2)), to: pointOf(squares.slice(2)) };
}

/** Returns the squares of a move. */
export function squaresOf({ from, to }: Move): string {
  const name = ({ x, y }: Point): string => 'abcdefg'.charAt(x) + (9 - y);
  return name(from) + name(to);
}

function pieceOf(text: string): Piece {
  const letter = text.charAt(0);
  const type = (LETTERS.indexOf(letter.toUpperCase()) + 1) as PieceType;
  const side = letter === letter.toUpperCase() ? 'red' : 'blue';
  return { type, side, position: pointOf(text.slice(1)) };
}

/**
 * Returns the game at which a step begins.
 * @throws Error if its pieces or moves are against the rules.
 */
export function gameOf({ id, pieces, before, rules }: LessonStep): Game {
  const placed = pieces?.split(' ').map(pieceOf);
  const start = placed
    ? positionFromSetup({ pieces: placed, turn: 'red' })
    : { ok: true as const, value: startPosition() };
  if (!start.ok) throw new Error(`${id}: ${start.error}`);
  let game = newGame(rules, start.value);
  for (const squares of before?.split(' ') ?? []) game = afterMove(game, squares);
  return game;
}

/**
 * Returns the game after a move.
 * @throws Error if the move is illegal.
 */
export function afterMove(game: Game, squares: string): Game {
  const played = play(game, moveOf(squares));
  if (!played.ok) throw new Error(`${squares}: ${played.error}`);
  return played.value;
}
