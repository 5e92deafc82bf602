import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Interval of requests. Milliseconds. */
const POLL_INTERVAL = 10_000;

/** Returns the number of users who wait in all pools and of running games; undefined until loaded. */
export function usePlayNumbers() {
  return useQuery({
    queryKey: ['play-numbers'],
    queryFn: async () => {
      const { pools, playing } = await api.listPools();
      const waiting = pools.reduce((sum, pool) => sum + pool.waiting, 0);
      return { waiting, games: Math.ceil(playing / 2) };
    },
    staleTime: POLL_INTERVAL,
    refetchInterval: POLL_INTERVAL,
    retry: false,
  }).data;
}
