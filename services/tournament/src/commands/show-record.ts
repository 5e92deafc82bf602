import { BEST_RESULTS, type RouteReply, type Routes } from '@doushouqi/protocol';
import type { TournamentContext } from '../context.ts';

/** Returns medals and best results of a player, also of a deleted account, whose results stay in the standings. */
export async function showRecord(
  { results }: Pick<TournamentContext, 'results'>,
  userId: string,
): Promise<RouteReply<Routes['getTournamentRecord']>> {
  const [played, gold, silver, bronze] = await Promise.all([
    results.countDocuments({ userId }),
    ...[1, 2, 3].map((rank) => results.countDocuments({ userId, rank })),
  ]);
  const best = await results.find({ userId }).sort({ rank: 1, endedAt: -1 }).limit(BEST_RESULTS).lean();
  return {
    played,
    medals: { gold: gold!, silver: silver!, bronze: bronze! },
    best: best.map(({ tournamentId, name, kind, rank, players, endedAt }) => {
      return { id: tournamentId, name, kind, rank, players, endedAt };
    }),
  };
}
