import { api } from '../../client/api.ts';
import { toast } from '../../ui/toast-store.ts';
import { t } from './texts.ts';
import { clockText } from './time-text.ts';

/**
 * Shows until when the user may not play rated games, in the words of the play menu.
 * @param otherwise text to show if the end is unknown
 */
export async function notifyPause(otherwise: string): Promise<void> {
  const mine = await api.getMyPairing().catch(() => null);
  const until = mine?.pause?.until;
  const hint = until && t('bar.pausedHint', { time: clockText(until) });
  toast.warning(hint ? `${t('bar.paused')} · ${hint}` : otherwise);
}
