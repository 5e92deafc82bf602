import { copyText } from '../../ui/clipboard.ts';
import { t } from './texts.ts';

/** Copies a room number and says so. */
export function copyNumber(roomId: string): Promise<boolean> {
  return copyText(roomId, t('copied'));
}

/** The address of this room, for others. */
export function roomLink(): string {
  return window.location.origin + window.location.pathname;
}

/** Copies the address of this room and says so. */
export function copyLink(): Promise<boolean> {
  return copyText(roomLink(), t('linkCopied'));
}
