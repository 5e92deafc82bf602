import type { RecordContext } from '../context.ts';
import { type OwnGame, withGames } from '../history/own-games.ts';
import { entryId } from '../models/history.ts';

interface Part {
  /** The last game of the part before; the first part where absent. */
  after?: string | undefined;
  limit: number;
}

/** Greater than every record's id. */
const LAST = 'g';

/**
 * A part of all games of a user, and the cursor of the next part. By the ids of records, which hold when they were kept:
 * no game comes twice or is left out, whatever is saved or deleted meanwhile.
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
