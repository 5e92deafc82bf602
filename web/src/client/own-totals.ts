import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

/** Returns the numbers of a user's own stored games and wins; undefined until loaded, and without a user. */
export function useOwnTotals(userId: string | undefined) {
  return useQuery({
    queryKey: ['records', 'totals', userId],
    queryFn: async () => (await api.listRecords({ query: { limit: 1 } })).totals,
    enabled: userId !== undefined,
    retry: false,
  }).data;
}
