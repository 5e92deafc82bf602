import type { Winner } from '@doushouqi/rules';
import type { RecordContext } from '../context.ts';

/**
 * How many games of the archive a user finished, and how many of them he won; both 0 for whoever never played. A game
 * that was broken off counts for nobody.
 */
export async function getStats(
  { records }: Pick<RecordContext, 'records'>,
  userId: string,
): Promise<{ games: number; wins: number }> {
  const [asRed, asBlue] = [{ 'players.red._id': userId }, { 'players.blue._id': userId }];
  const finished = { winner: { $in: [0, 1, 2] as Winner[] } };
  const [games, wins] = await Promise.all([
    records.countDocuments({
      $or: [
        { ...asRed, ...finished },
        { ...asBlue, ...finished },
      ],
    }),
    records.countDocuments({
      $or: [
        { ...asRed, winner: 1 },
        { ...asBlue, winner: 2 },
      ],
    }),
  ]);
  return { games, wins };
}
