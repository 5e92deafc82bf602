import { confirm } from '../ui/confirm-store.ts';
import { t } from './log-out-texts.ts';

/** Asks a player of a running game whether to log out. */
export function confirmLogOut(): Promise<boolean> {
  return confirm({
    title: t('title'),
    message: t('message'),
    confirmText: t('confirm'),
    cancelText: t('stay'),
    type: 'error',
  });
}
