import type { RecordContext } from '../context.ts';
import { type OwnGame, withGames } from '../history/own-games.ts';
import { entryId } from '../models/history.ts';

interface Part {
  /** Id of the last exported record; absent for the first page. */
  after?: string | undefined;
  limit: number;
}

/** Greater than every record id. */
const LAST = 'g';

/**
 * Exports a page of a user's games and the next cursor. Sorted by record id, which holds the time of storage:
 * no concurrent change repeats or skips a game.
 */
export async function exportRecords(
  context: Pick<RecordContext, 'records' | 'entries' | 'tallies' | 'now'>,
  userId: string,
  { after = LAST, limit }: Part,
): Promise<{ games: OwnGame[]; next: string | null }> {
  const found = await context.entries
    .find({ userId, _id: { $gt: entryId(userId, ''), $lt: entryId(userId, after) } })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean();
  const part = found.slice(0, limit);
  return {
    games: await withGames(context, part),
    next: found.length > limit ? (part.at(-1)?.recordId.toString() ?? null) : null,
  };
}
