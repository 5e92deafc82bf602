import type { PuzzleView } from '@doushouqi/protocol';
import {
  formatFen,
  formatPositionString,
  type Game,
  type Move,
  newGame,
  ONLINE_RULE_SET,
  otherSide,
  type Position,
  parseFen,
  parsePositionString,
  play,
  positionOf,
  startPosition,
  turn,
} from '@doushouqi/rules';

/** Positions and moves of puzzles on the wire. Pure. */

/** Parses a move `x,y-x,y`. */
export function parseStep(text: string): Move {
  const [fromX, fromY, toX, toY] = text.split(/[,-]/).map(Number);
  return { from: { x: fromX!, y: fromY! }, to: { x: toX!, y: toY! } };
}

export function formatStep({ from, to }: Move): string {
  return `${from.x},${from.y}-${to.x},${to.y}`;
}

/** Returns the game after a move; the same game if the move is illegal. */
export function after(game: Game, move: Move): Game {
  const played = play(game, move);
  return played.ok ? played.value : game;
}

/** Returns the position before the opponent's last move; a captured piece is unknown. Null if there is none. */
function positionBefore(position: Position, { from, to }: Move): Position | null {
  const places = formatPositionString(position).match(/../g) ?? [];
  const moved = places.map((place) => (place === `${to.x}${to.y}` ? `${from.x}${from.y}` : place));
  const before = parsePositionString(moved.join(''), otherSide(turn(position)));
  return before.ok ? before.value : null;
}

/** Returns the game at the start of a puzzle: the opponent's last move is its only one, so that the board marks it. */
export function startOf({ fen, last }: Pick<PuzzleView, 'fen' | 'last'>): Game {
  const parsed = parseFen(fen);
  const position = parsed.ok ? parsed.value : startPosition();
  const before = positionBefore(position, parseStep(last));
  const game = before && after(newGame(ONLINE_RULE_SET, before), parseStep(last));
  return game && formatFen(positionOf(game)) === fen ? game : newGame(ONLINE_RULE_SET, position);
}

/** Returns the address of the analysis of a puzzle after some moves of its line. */
export function analysisOf({ fen }: Pick<PuzzleView, 'fen'>, moves: readonly Move[]): string {
  const line = moves.map(({ from, to }) => `${from.x}${from.y}${to.x}${to.y}`).join('');
  return `/analysis?${new URLSearchParams({ fen, ...(line !== '' && { line }) })}`;
}
