import { setTimeout } from 'node:timers/promises';
import { type Member, puzzleOf, wrongMove } from '@doushouqi/e2e';
import { formatStepText } from '@doushouqi/rules';

/** Time of a solver for a move, ms; faster ones do not rate. */
const MOVE_MS = 350;

/** Tries the user's next puzzle without a window; `isRight`: solves it, else shows the answer after a wrong move. */
export async function solveNext({ api }: Member, isRight: boolean): Promise<void> {
  const puzzle = puzzleOf((await api.nextPuzzle({ query: {} })).id);
  const { attemptId } = await api.startAttempt({ params: { puzzleId: puzzle.id }, body: {} });
  const params = { attemptId };
  if (!isRight) {
    await api.playPuzzleMove({ params, body: { move: formatStepText(wrongMove(puzzle)), at: 0 } });
    await api.getPuzzleAnswer({ params, body: {} });
    return;
  }
  const own = puzzle.line.filter((_, ply) => ply % 2 === 0);
  await setTimeout(MOVE_MS * own.length);
  for (const [at, move] of own.entries())
    await api.playPuzzleMove({ params, body: { move: formatStepText(move), at } });
}
