import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Interval of requests while the games are visible. Milliseconds. */
const POLL_INTERVAL = 4_000;

/** Returns running rated games, highest ratings first. */
export function useWatchableGames(limit: number) {
  return useQuery({
    queryKey: ['watchable-games', limit],
    queryFn: () => api.listWatchableGames({ query: { limit } }),
    staleTime: POLL_INTERVAL,
    refetchInterval: POLL_INTERVAL,
    retry: false,
  });
}
