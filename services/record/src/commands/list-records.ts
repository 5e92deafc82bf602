import type { RecordContext } from '../context.ts';
import type { StoredGame } from '../models/game-record.ts';

interface Page {
  /** From 1. */
  page: number;
  limit: number;
}

/** One page of the games that a user played, newest first, and how many pages there are (0 without games). */
export async function listRecords(
  { records }: Pick<RecordContext, 'records'>,
  userId: string,
  { page, limit }: Page,
): Promise<{ games: StoredGame[]; totalPages: number }> {
  const own = { $or: [{ 'players.red._id': userId }, { 'players.blue._id': userId }] };
  const [games, total] = await Promise.all([
    records
      .find(own)
      // The id settles the order of games that ended in the same millisecond.
      .sort({ endTime: -1, _id: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean(),
    records.countDocuments(own),
  ]);
  return { games, totalPages: Math.ceil(total / limit) };
}
