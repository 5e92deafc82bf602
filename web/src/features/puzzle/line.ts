import type { PuzzleView } from '@doushouqi/protocol';
import {
  formatFen,
  formatPositionString,
  formatStep,
  type Game,
  type Move,
  newGame,
  ONLINE_RULE_SET,
  otherSide,
  type Position,
  parseFen,
  parsePositionString,
  parseStepText,
  play,
  positionOf,
  startPosition,
  turn,
} from '@doushouqi/rules';

/** Positions and moves of puzzles on the wire. Pure. */

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
  const before = positionBefore(position, parseStepText(last));
  const game = before && after(newGame(ONLINE_RULE_SET, before), parseStepText(last));
  return game && formatFen(positionOf(game)) === fen ? game : newGame(ONLINE_RULE_SET, position);
}

/** Returns the address of the analysis of a puzzle after some moves of its line. */
export function analysisOf({ fen }: Pick<PuzzleView, 'fen'>, moves: readonly Move[]): string {
  const line = moves.map(formatStep).join('');
  return `/analysis?${new URLSearchParams({ fen, ...(line !== '' && { line }) })}`;
}
