import type { PuzzleContext } from '../context.ts';
import { carryProgress } from './learn.ts';

type Parts = Pick<PuzzleContext, 'solvers' | 'tries' | 'attempts' | 'rushes' | 'learners' | 'transactions'>;

/** Deletes everything of a user; numbers of puzzles stay. Idempotent. */
export async function forgetSolver(
  { solvers, tries, attempts, rushes, learners }: Parts,
  userId: string,
): Promise<void> {
  await attempts.deleteMany({ userId });
  await rushes.deleteMany({ userId });
  await tries.deleteMany({ userId });
  await learners.deleteOne({ _id: userId });
  await solvers.deleteOne({ _id: userId });
}

/** Moves what a guest has learned to a member and deletes the rest. Idempotent. */
export async function carrySolver(parts: Parts, userId: string, to: string): Promise<void> {
  await carryProgress(parts, userId, to);
  await forgetSolver(parts, userId);
}
