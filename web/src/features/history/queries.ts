import { ApiError, FAVORITES_PAGE, type GameRecord, HISTORY_PAGE } from '@doushouqi/protocol';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { failureText } from '../../shared/people/failure.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { useTyped } from '../../ui/use-timers.ts';
import type { HistoryView } from './history-store.ts';
import { t } from './texts.ts';

const KEY = 'records';
/** Retry delay while the service is unavailable, in ms. */
const RETRY_AFTER = 8_000;

/** @param opponent trimmed */
async function listOf({ filter, page, opponent, result }: HistoryView) {
  const limit = filter === 'favorites' ? FAVORITES_PAGE : HISTORY_PAGE;
  const search = { ...(opponent && { opponent }), ...(result && { result }) };
  const reply = await api.listRecords({ query: { page, limit, filter, ...search } });
  return { ...reply, filter };
}

/**
 * Loads the games of a view. The previous games stay until the new ones are loaded, so that the layout does not move.
 */
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

/** Reloads the shown games after a change. */
function refreshRecords(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [KEY] });
}

/** Runs changes of a game one at a time. They return undefined after a failure, which is shown. */
function useAct(client: QueryClient) {
  const [busy, setBusy] = useState(false);
  const act = async <T>(call: () => Promise<T>, failed: string): Promise<T | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    try {
      return await call();
    } catch (error) {
      const loggedOut = error instanceof ApiError && error.status === 401;
      toast.error(loggedOut ? t('favorite.loginFirst') : failureText(error, failed));
      return undefined;
    } finally {
      setBusy(false);
      // Also after a refusal: the shown data may be outdated.
      void refreshRecords(client);
    }
  };
  return { busy, act };
}

/** Actions on an own game; each resolves to whether it succeeded. */
export function useRecordActions({ _id: id, favorites }: Pick<GameRecord, '_id' | 'favorites'>) {
  const { busy, act } = useAct(useQueryClient());
  const run = async (call: () => Promise<unknown>, failed: string, done: string): Promise<boolean> => {
    const made = await act(async () => {
      await call();
      return true;
    }, failed);
    if (made) toast.success(done);
    return made ?? false;
  };
  const params = { id };
  return {
    busy,
    /** Adds the game to the favorites, or changes the comment. */
    favor: (comment: string) =>
      run(
        () => api.addFavorite({ params, body: { comment } }),
        t('favorite.failed'),
        t(favorites.length > 0 ? 'favorite.saved' : 'favorite.added'),
      ),
    unfavor: () =>
      run(() => api.removeFavorite({ params }), t('favorite.removeFailed'), t('favorite.removed')),
    remove: async () => {
      const [title, message, confirmText] = [t('remove.title'), t('remove.message'), t('remove.confirm')];
      if (!(await confirm({ type: 'error', title, message, confirmText }))) return false;
      return run(() => api.deleteLocalRecord({ params }), t('remove.failed'), t('remove.done'));
    },
    /** Returns the id of the link; undefined after a failure. */
    share: async () => (await act(() => api.shareRecord({ params }), t('share.failed')))?.shareId,
  };
}
