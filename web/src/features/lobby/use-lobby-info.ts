import { useQuery } from '@tanstack/react-query';

/** How often the operators' words are asked for, and how often while there are none. Milliseconds. */
const REFRESH = 5 * 60_000;
const RETRY = 10_000;

/** Home loads this file first, so the client of the server comes with the first call: its schemas are heavy. */
async function ask() {
  return (await import('../../app/api.ts')).api.getLobbyInfo();
}

/** What the operators have to say (an empty text: nothing); undefined until the server has told. */
export function useLobbyInfo(): { announcement: string; groupNumber: string } | undefined {
  return useQuery({
    queryKey: ['lobby', 'info'],
    queryFn: ask,
    staleTime: REFRESH,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY : REFRESH),
  }).data;
}
