import type { PuzzleResult, PuzzleView } from '@doushouqi/protocol';
import { type Puzzle, solverOf } from '@doushouqi/puzzles';
import { formatStepText } from '@doushouqi/rules';
import type { Catalog, Entry } from '../catalog.ts';
import type { StoredAttempt, StoredPuzzle } from '../models.ts';
import type { Change } from '../policies/rate.ts';

/** Presents a puzzle before it is solved. */
export function presentPuzzle({ puzzle, stats }: Entry): PuzzleView {
  const { id, fen, last, motifs } = puzzle;
  return {
    id,
    fen,
    side: solverOf(puzzle),
    last: formatStepText(last),
    motifs: [...motifs],
    plays: stats.plays,
  };
}

export function presentSolution({ line }: Puzzle): string[] {
  return line.map(formatStepText);
}

export function presentChange({ before, after }: Change): Change {
  return { before: Math.round(before), after: Math.round(after) };
}

/** Returns the share of the users who solved a puzzle at once; null before the first. */
export function shareOf({
  plays,
  solvedAtOnce,
}: Pick<StoredPuzzle, 'plays' | 'solvedAtOnce'>): number | null {
  return plays === 0 ? null : solvedAtOnce / plays;
}

/** Presents the stored result of a finished attempt. */
export function presentResult(
  catalog: Catalog,
  puzzle: Puzzle,
  result: NonNullable<StoredAttempt['result']>,
): PuzzleResult {
  return { ...result, game: { record: catalog.recordOf(puzzle), ply: puzzle.game.ply } };
}
