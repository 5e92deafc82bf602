import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** A tournament with the user's entry. */
export function useTournament(id: string | null) {
  return useQuery({
    queryKey: ['tournament', id],
    queryFn: () => api.getTournament({ params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 5_000,
    retry: false,
  });
}
