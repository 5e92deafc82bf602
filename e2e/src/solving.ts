import type { Puzzle } from '@doushouqi/puzzles';
import { readPuzzles } from '@doushouqi/puzzles/data';
import { isSameMove, legalMoves, type Move, parseFen } from '@doushouqi/rules';
import type { Page } from 'playwright';

const PUZZLES = new Map(readPuzzles().map((puzzle) => [puzzle.id, puzzle]));

/** Returns a puzzle with its line. @throws Error for an id that no puzzle has. */
export function puzzleOf(id: string): Puzzle {
  const puzzle = PUZZLES.get(id);
  if (!puzzle) throw new Error(`no puzzle ${id}`);
  return puzzle;
}

/** Waits for the address of a puzzle, which `/puzzle/daily` is not; returns it. */
export async function puzzleAt(page: Page): Promise<Puzzle> {
  const idOf = ({ pathname }: URL) => /^\/puzzle\/([0-9a-z]+)$/.exec(pathname)?.[1] ?? '';
  await page.waitForURL((url) => PUZZLES.has(idOf(url)));
  return puzzleOf(idOf(new URL(page.url())));
}

/** Returns a legal move that does not begin the line, and does not win. */
export function wrongMove({ fen, line }: Puzzle): Move {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(fen);
  return legalMoves(position.value).find((move) => !isSameMove(move, line[0]!))!;
}
