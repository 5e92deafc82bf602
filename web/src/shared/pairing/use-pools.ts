import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Between two looks at the pools while they are on the screen. Milliseconds. */
const LOOK_AGAIN = 3_000;

/** How many wait and play in each pool. */
export function usePools() {
  return useQuery({
    queryKey: ['pools'],
    queryFn: () => api.listPools(),
    staleTime: LOOK_AGAIN,
    refetchInterval: LOOK_AGAIN,
    retry: false,
  });
}
