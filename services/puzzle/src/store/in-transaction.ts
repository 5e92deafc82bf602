import { retryUpsert } from '@doushouqi/service-kit';
import type { ClientSession } from 'mongoose';
import type { PuzzleModels } from '../models.ts';

/** Runs `work` in a transaction and repeats it after a conflict. */
export async function inTransaction<T>(
  { tries }: Pick<PuzzleModels, 'tries'>,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = await tries.startSession();
  try {
    return await retryUpsert(() => session.withTransaction(() => work(session)));
  } finally {
    await session.endSession();
  }
}
