import type { TournamentDetails } from '@doushouqi/protocol';
import { copyText } from '../../ui/clipboard.ts';
import { t } from './texts.ts';

/** Returns the path of a tournament, with its password in the fragment, which browsers send to no server. Pure. */
export function invitation(id: string, password: string | null | undefined): string {
  return `/tournament/${id}${password ? `#${encodeURIComponent(password)}` : ''}`;
}

/** Longer passwords are wrong, and the server refuses to read them. */
export const READ_LENGTH = 100;

/** Returns the password in the fragment of an address; undefined without one. Pure. */
export function passwordIn(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment).slice(0, READ_LENGTH) || undefined;
  } catch {
    return undefined;
  }
}

/** Copies the address of a tournament, for those who know its password with it. */
export function copyInvitation({ id, password }: Pick<TournamentDetails, 'id' | 'password'>): void {
  const link = window.location.origin + invitation(id, password);
  void copyText(link, t(password ? 'link.invited' : 'link.copied'));
}
