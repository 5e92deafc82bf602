import { ApiError, type TimeControl } from '@doushouqi/protocol';
import { api } from '../../client/api.ts';
import { toast } from '../../ui/toast-store.ts';
import { t } from './texts.ts';

/**
 * Starts a game against the house bot of a level, `rated` for the rating against bots; a running search goes on. Returns
 * the room, or null after a toast.
 */
export async function playBot(
  level: number,
  { initial, increment }: TimeControl,
  rated = false,
): Promise<string | null> {
  try {
    return (await api.playBot({ body: { level, initial, increment, ...(rated && { rated }) } })).roomId;
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status > 0;
    toast.error(isAnswer ? error.message : t('offer.failed'));
    return null;
  }
}
