import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { api } from '../../client/api.ts';
import { searchStore } from './search.ts';
import { othersWaiting, type Search } from './search-state.ts';

export function useSearch(): Search {
  return useStore(searchStore, ({ search }) => search);
}

/** Milliseconds between two requests for the visible pools. */
const REFETCH_INTERVAL = 3_000;

/** Numbers of waiting and playing users in each pool; `waiting` does not count this user. */
export function usePools(enabled = true) {
  const search = useSearch();
  const query = useQuery({
    queryKey: ['pools'],
    enabled,
    queryFn: () => api.listPools(),
    staleTime: REFETCH_INTERVAL,
    refetchInterval: REFETCH_INTERVAL,
    retry: false,
  });
  const { data, dataUpdatedAt } = query;
  const pools = data?.pools.map((pool) => ({ ...pool, waiting: othersWaiting(pool, search, dataUpdatedAt) }));
  return { ...query, data: data && pools && { ...data, pools } };
}
