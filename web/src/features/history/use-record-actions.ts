import { ApiError, type GameRecord } from '@doushouqi/protocol';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { failureText } from '../../shared/people/failure.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { refreshRecords } from './queries.ts';
import { t } from './texts.ts';

/** Calls that change a game, one at a time; they answer undefined where nothing came of it, which was said then. */
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
      // Also after a refusal: it may say that what is shown is old.
      void refreshRecords(client);
    }
  };
  return { busy, act };
}

/** What one can do with an own game (spec §7); each resolves to whether it was done. */
export function useRecordActions({ _id: id, favorites }: Pick<GameRecord, '_id' | 'favorites'>) {
  const { busy, act } = useAct(useQueryClient());
  const tell = async (call: () => Promise<unknown>, failed: string, done: string): Promise<boolean> => {
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
    /** Makes it a favourite, or changes the comment. */
    favor: (comment: string) =>
      tell(
        () => api.addFavorite({ params, body: { comment } }),
        t('favorite.failed'),
        t(favorites.length > 0 ? 'favorite.saved' : 'favorite.added'),
      ),
    unfavor: () =>
      tell(() => api.removeFavorite({ params }), t('favorite.removeFailed'), t('favorite.removed')),
    remove: async () => {
      const [title, message, confirmText] = [t('remove.title'), t('remove.message'), t('remove.confirm')];
      if (!(await confirm({ type: 'error', title, message, confirmText }))) return false;
      return tell(() => api.deleteLocalRecord({ params }), t('remove.failed'), t('remove.done'));
    },
    /** The word of the link; undefined where there is none. */
    share: async () => (await act(() => api.shareRecord({ params }), t('share.failed')))?.shareId,
  };
}
