import type { RecordContext } from '../context.ts';
import { countGames, totalsOf } from '../history/tally.ts';

/** Counts finished and won online games of a user, without unfinished ones and set-up positions. */
export async function getStats(
  context: Pick<RecordContext, 'entries' | 'tallies' | 'now'>,
  userId: string,
): Promise<{ games: number; wins: number }> {
  const rows = await countGames(context, userId, context.now());
  const { wins, losses, draws } = totalsOf(rows.filter(({ type }) => type === 'online'));
  return { games: wins + losses + draws, wins };
}
