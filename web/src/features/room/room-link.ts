import { i18n } from '../../i18n/setup.ts';
import { copyText } from '../../ui/clipboard.ts';

/** Copies a room number and says so. */
export const copyNumber = (roomId: string): Promise<void> => copyText(roomId, i18n.t('room.copied'));

/** The address of this room, for others. */
export const roomLink = (): string => window.location.origin + window.location.pathname;

/** Copies the address of this room and says so. */
export const copyLink = (): Promise<void> => copyText(roomLink(), i18n.t('room.linkCopied'));
