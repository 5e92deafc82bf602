import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Between two looks at the games while they are on the screen. Milliseconds. */
const LOOK_AGAIN = 4_000;

/** Rated games that run, the strongest first. */
export function useWatchableGames(limit: number) {
  return useQuery({
    queryKey: ['watchable-games', limit],
    queryFn: () => api.listWatchableGames({ query: { limit } }),
    staleTime: LOOK_AGAIN,
    refetchInterval: LOOK_AGAIN,
    retry: false,
  });
}
