import type { PuzzleVote } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { PuzzleContext } from '../context.ts';
import { tryId } from '../models.ts';
import { findPuzzle } from '../store/attempts.ts';

type Parts = Pick<PuzzleContext, 'puzzles' | 'tries' | 'catalog' | 'transactions' | 'now'>;

/**
 * Stores the vote of a user on a puzzle: 1, -1, or 0 for none. Idempotent. Throws PUZZLE_NOT_FOUND, and PUZZLE_NOT_TRIED before
 * the user's first try was decided.
 */
export async function vote(
  context: Parts,
  { userId, puzzleId, vote: next }: { userId: string; puzzleId: string; vote: PuzzleVote },
): Promise<void> {
  const { puzzles, tries, transactions, now } = context;
  findPuzzle(context, puzzleId);
  const _id = tryId(userId, puzzleId);
  await transactions.run(puzzleId, async (session) => {
    const tried = await tries.findById(_id).session(session).lean();
    if (!tried?.isDecided) throw errorOf('PUZZLE_NOT_TRIED');
    if (tried.vote === next) return;
    const count = (value: number) => Number(next === value) - Number(tried.vote === value);
    await tries.updateOne({ _id }, { vote: next }, { session });
    // Each decided try has stored the puzzle.
    const change = { $inc: { likes: count(1), dislikes: count(-1) }, $max: { changedAt: now() } };
    await puzzles.updateOne({ _id: puzzleId }, change, { session });
  });
}
