import { useQuery } from '@tanstack/react-query';
import { api } from '../../../client/api.ts';

/** How often the operators' words are asked for, and how often while there are none. Milliseconds. */
const REFRESH = 5 * 60_000;
const RETRY = 10_000;

/** What the operators have to say (an empty text: nothing); undefined until the server has told. */
export function useLobbyInfo(): { announcement: string; groupNumber: string } | undefined {
  return useQuery({
    queryKey: ['lobby', 'info'],
    queryFn: () => api.getLobbyInfo(),
    staleTime: REFRESH,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY : REFRESH),
  }).data;
}
