import type { RecordContext } from '../context.ts';
import { countGames, sumOf } from '../history/tally.ts';
import { RESULTS } from '../models/history.ts';

/**
 * How many online games a user finished, and how many of them he won; both 0 for whoever never played. A game that was
 * broken off counts for nobody.
 */
export async function getStats(
  context: Pick<RecordContext, 'entries' | 'tallies' | 'now'>,
  userId: string,
): Promise<{ games: number; wins: number }> {
  const rows = await countGames(context, userId, context.now());
  const [wins = 0, ...others] = RESULTS.map((result) => sumOf(rows, { type: 'online', result }));
  return { games: others.reduce((sum, games) => sum + games, wins), wins };
}
