import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Interval of requests while the games are visible. Milliseconds. */
const POLL_INTERVAL = 4_000;

/** Returns running rated games, highest ratings first; without any, an exhibition that runs while it is read. */
export function useWatchableGames(limit: number, enabled = true) {
  return useQuery({
    queryKey: ['watchable-games', limit],
    enabled,
    queryFn: () => api.listWatchableGames({ query: { limit } }),
    staleTime: POLL_INTERVAL,
    refetchInterval: POLL_INTERVAL,
    retry: false,
  });
}
