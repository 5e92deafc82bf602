import { createRenewal } from './renewal.ts';
import { session } from './session.ts';
import { storage } from './storage.ts';

/** What a refused call means for the session (spec §4, §7). */
type SessionVerdict = 'keep' | 'end' | 'expired';

/** 401, 403 and 500 end the session; an old token also asks for a new login. No answer (status 0) ends nothing. */
export function sessionVerdict({ status, message }: { status: number; message: string }): SessionVerdict {
  if (status === 401 && message === 'TOKEN_EXPIRED') return 'expired';
  return status === 401 || status === 403 || status === 500 ? 'end' : 'keep';
}

/** Password changes of this browser's windows. */
export const renewal = createRenewal(storage, Date.now);

/**
 * Forced logout (spec §4): the server does not take `token` any more. Where a window of this browser has just got
 * another one, the session goes on with that.
 */
export function endSession(verdict: Exclude<SessionVerdict, 'keep'>, token: string | null): void {
  renewal.after(() => {
    if (!session.store.getState().user || session.token() !== token) return;
    session.logout({ isExpired: verdict === 'expired' });
  });
}
