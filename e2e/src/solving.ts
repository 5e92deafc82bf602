import type { Puzzle } from '@doushouqi/puzzles';
import { readPuzzles } from '@doushouqi/puzzles/data';
import { isSameMove, legalMoves, type Move, parseFen } from '@doushouqi/rules';

const PUZZLES = new Map(readPuzzles().map((puzzle) => [puzzle.id, puzzle]));

/** Returns a puzzle with its line. @throws Error for an id that no puzzle has. */
export function puzzleOf(id: string): Puzzle {
  const puzzle = PUZZLES.get(id);
  if (!puzzle) throw new Error(`no puzzle ${id}`);
  return puzzle;
}

/** Returns a legal move that does not begin the line, and does not win. */
export function wrongMove({ fen, line }: Puzzle): Move {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(fen);
  return legalMoves(position.value).find((move) => !isSameMove(move, line[0]!))!;
}
