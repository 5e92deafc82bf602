import { t as appText } from '../../client/texts.ts';
import { copyText } from '../../ui/clipboard.ts';
import { t } from './texts.ts';

/** Copies a room number and confirms it. */
export function copyNumber(roomId: string): Promise<boolean> {
  return copyText(roomId, t('copied'));
}

/** The address of this room. */
export function roomLink(): string {
  return window.location.origin + window.location.pathname;
}

/** Copies the address of this room and confirms it. */
export function copyLink(): Promise<boolean> {
  return copyText(roomLink(), t('linkCopied'));
}

/** Whether the system has a sheet to share a link. */
export function canShare(): boolean {
  return 'share' in navigator;
}

/** Opens the share sheet of the system. */
export function shareLink(roomId: string): void {
  const text = t('invite.text', { id: roomId });
  // Rejects when the user closes the share sheet; this is no error.
  void navigator.share({ title: appText('name'), text, url: roomLink() }).catch(() => {});
}
