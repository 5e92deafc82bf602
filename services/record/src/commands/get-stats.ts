import type { RecordContext } from '../context.ts';

/** How many games of the archive a user played, and how many of them he won; both 0 for whoever never played. */
export async function getStats(
  { records }: Pick<RecordContext, 'records'>,
  userId: string,
): Promise<{ games: number; wins: number }> {
  const [asRed, asBlue] = [{ 'players.red._id': userId }, { 'players.blue._id': userId }];
  const [games, wins] = await Promise.all([
    records.countDocuments({ $or: [asRed, asBlue] }),
    records.countDocuments({
      $or: [
        { ...asRed, winner: 1 },
        { ...asBlue, winner: 2 },
      ],
    }),
  ]);
  return { games, wins };
}
