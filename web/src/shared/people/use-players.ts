import type { PublicUser } from '@doushouqi/protocol';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Names and faces change seldom. Milliseconds. */
const STALE_AFTER = 5 * 60_000;

/** Public profiles in the order of the ids; absent while on their way. */
export function usePlayers(ids: readonly string[]): (PublicUser | undefined)[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['user', id],
      queryFn: () => api.getUser({ params: { id } }),
      staleTime: STALE_AFTER,
    })),
    combine: (results) => results.map((result) => result.data),
  });
}
