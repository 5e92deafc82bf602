import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** What is shown is looked at again this often, and after a failure this often. Milliseconds. */
const FRESH = 10_000;
const RETRY_AFTER = 5_000;

/** The account as everybody sees it; whether they are online is kept fresh. */
export function useProfile(id: string) {
  return useQuery({
    queryKey: ['user', id],
    queryFn: () => api.getUser({ params: { id } }),
    staleTime: FRESH,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_AFTER : FRESH),
  });
}

/** Online games that the user finished and won. */
export function useStats(userId: string) {
  return useQuery({
    queryKey: ['stats', userId],
    queryFn: () => api.getStats({ params: { userId } }),
    staleTime: FRESH,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_AFTER,
  });
}
