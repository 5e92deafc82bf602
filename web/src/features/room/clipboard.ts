import { i18n } from '../../i18n/setup.ts';
import { toast } from '../../ui/toast-store.ts';

/** Copies a text and says `done`, or that it must be done by hand. */
export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error(i18n.t('room.copyFailed'));
  }
};

/** Copies a room number and says so. */
export const copyNumber = (roomId: string): Promise<void> => copyText(roomId, i18n.t('room.copied'));

/** The address of this room, for others. */
export const roomLink = (): string => window.location.origin + window.location.pathname;

/** Copies the address of this room and says so. */
export const copyLink = (): Promise<void> => copyText(roomLink(), i18n.t('room.linkCopied'));
