import { i18n } from '../i18n/setup.ts';
import { toast } from '../ui/toast-store.ts';
import { needsLogin, type SessionVerdict } from './guard.ts';
import { createRenewal } from './renewal.ts';
import { session } from './session.ts';
import { storage } from './storage.ts';

/** Password changes of this browser's windows. */
export const renewal = createRenewal(storage, Date.now);

/**
 * Forced logout (spec §4): the server does not take `token` any more. Where a window of this browser has just got
 * another one, the session goes on with that.
 */
export function endSession(verdict: Exclude<SessionVerdict, 'keep'>, token: string | null): void {
  renewal.after(() => {
    if (!session.store.getState().user || session.token() !== token) return;
    const { pathname, search, hash } = window.location;
    session.logout();
    if (verdict !== 'expired') return;
    toast.warning(i18n.t('auth.login.expired'));
    session.requestLogin(needsLogin(pathname) ? pathname + search + hash : null);
  });
}
