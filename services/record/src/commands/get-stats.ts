import type { RecordContext } from '../context.ts';
import { countGames, sumOf } from '../history/tally.ts';
import { RESULTS } from '../models/history.ts';

/** Counts finished and won online games of a user, without unfinished ones. */
export async function getStats(
  context: Pick<RecordContext, 'entries' | 'tallies' | 'now'>,
  userId: string,
): Promise<{ games: number; wins: number }> {
  const rows = await countGames(context, userId, context.now());
  const [wins = 0, ...others] = RESULTS.map((result) => sumOf(rows, { type: 'online', result }));
  return { games: others.reduce((sum, games) => sum + games, wins), wins };
}
