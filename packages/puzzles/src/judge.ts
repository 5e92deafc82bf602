/** Judgment of a solver's moves against the line of a puzzle. Pure. */
import {
  checkMove,
  type Game,
  isSameMove,
  type Move,
  type MoveError,
  newGame,
  outcome,
  parseFen,
  play,
  type RuleSetName,
} from '@doushouqi/rules';
import { type Puzzle, solverOf } from './puzzle.ts';

/** No rule of puzzles depends on the history: only den, last capture and stalemate end a game. */
const PUZZLE_RULES: RuleSetName = 'local-1';

/** How far an attempt is. */
export interface Place {
  /** Right moves so far. */
  readonly at: number;
  /** The last of them, which may differ from the line; null unless the attempt is done. */
  readonly last: Move | null;
  readonly isDone: boolean;
}

export type Judgment =
  | { readonly kind: 'refused'; readonly code: 'ATTEMPT_OVER' | 'MOVE_OUT_OF_ORDER' | MoveError }
  /** `isNew`: false for a move that is already played. `reply`: the opponent's, null after the last. */
  | { readonly kind: 'right'; readonly isNew: boolean; readonly isLast: boolean; readonly reply: Move | null }
  /** `isNew`: false at a place that the attempt has passed. */
  | { readonly kind: 'wrong'; readonly isNew: boolean };

/** Returns the number of the solver's moves in the line. */
export function ownMovesOf({ line }: Pick<Puzzle, 'line'>): number {
  return (line.length + 1) / 2;
}

/** Returns the line's move of the solver after `at` right ones; undefined after the last. */
export function moveAt({ line }: Pick<Puzzle, 'line'>, at: number): Move | undefined {
  return line[2 * at];
}

/**
 * Returns the game after `at` right moves and their replies.
 * @throws Error if the puzzle is damaged.
 */
function gameAt({ id, fen, line }: Puzzle, at: number): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`puzzle ${id}: ${position.error.code}`);
  let game = newGame(PUZZLE_RULES, position.value);
  for (const move of line.slice(0, 2 * at)) {
    const played = play(game, move);
    if (!played.ok) throw new Error(`puzzle ${id}: ${played.error}`);
    game = played.value;
  }
  return game;
}

/**
 * Judges a move of the solver. `at`: the right moves before it as the client counts them. A move is right if it is the
 * line's, or if it wins the game at once. Refuses illegal moves, moves after the end, and moves ahead of the attempt; a
 * refusal changes nothing.
 */
export function judgeMove(puzzle: Puzzle, place: Place, move: Move, at = place.at): Judgment {
  if (at > place.at) return { kind: 'refused', code: place.isDone ? 'ATTEMPT_OVER' : 'MOVE_OUT_OF_ORDER' };
  if (at < place.at) return judgePassed(puzzle, place, move, at);
  if (place.isDone) return { kind: 'refused', code: 'ATTEMPT_OVER' };
  const game = gameAt(puzzle, at);
  const error = checkMove(game, move);
  if (error !== null) return { kind: 'refused', code: error };
  const after = play(game, move);
  const wins = after.ok && outcome(after.value).winner === solverOf(puzzle);
  if (!wins && !isSameMove(move, moveAt(puzzle, at)!)) return { kind: 'wrong', isNew: true };
  const isLast = wins || at + 1 === ownMovesOf(puzzle);
  return { kind: 'right', isNew: true, isLast, reply: isLast ? null : puzzle.line[2 * at + 1]! };
}

function judgePassed(puzzle: Puzzle, { at: reached, last, isDone }: Place, move: Move, at: number): Judgment {
  const isLast = isDone && last !== null && at === reached - 1;
  if (isSameMove(move, isLast ? last : moveAt(puzzle, at)!))
    return { kind: 'right', isNew: false, isLast, reply: isLast ? null : puzzle.line[2 * at + 1]! };
  if (isDone) return { kind: 'refused', code: 'ATTEMPT_OVER' };
  const error = checkMove(gameAt(puzzle, at), move);
  return error === null ? { kind: 'wrong', isNew: false } : { kind: 'refused', code: error };
}
