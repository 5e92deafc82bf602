import { FAVORITES_PAGE, HISTORY_PAGE } from '@doushouqi/protocol';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { useTyped } from '../../ui/use-typed.ts';
import type { HistoryView } from './history-store.ts';

const KEY = 'records';
/** While the service is away. Milliseconds. */
const RETRY_AFTER = 8_000;

/** @param opponent trimmed */
async function listOf({ filter, page, opponent, result }: HistoryView) {
  const limit = filter === 'favorites' ? FAVORITES_PAGE : HISTORY_PAGE;
  const search = { ...(opponent && { opponent }), ...(result && { result }) };
  const reply = await api.listRecords({ query: { page, limit, filter, ...search } });
  return { ...reply, filter };
}

/** The games of a view. Until others have come those before stay, so that nothing moves. */
export function useRecords(view: HistoryView) {
  const asked = { ...view, opponent: useTyped(view.opponent.trim()) };
  return useQuery({
    queryKey: [KEY, asked],
    queryFn: () => listOf(asked),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_AFTER,
  });
}

export type RecordList = Awaited<ReturnType<typeof listOf>>;

/** Something about a game has changed: what is shown is asked for again. */
export function refreshRecords(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [KEY] });
}
