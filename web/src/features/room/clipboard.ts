import { i18n } from '../../i18n/setup.ts';
import { toast } from '../../ui/toast-store.ts';

const copy = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(i18n.t('room.copyFailed'));
  }
};

/** Copies a room number and says so. */
export const copyNumber = (roomId: string): Promise<void> => copy(roomId, i18n.t('room.copied'));

/** Copies the address of this room and says so. */
export const copyLink = (): Promise<void> =>
  copy(window.location.origin + window.location.pathname, i18n.t('room.linkCopied'));
