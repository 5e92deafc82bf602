import { API_TIMEOUT } from '@doushouqi/protocol';
import { session } from './session.ts';
import { KEYS, type KeyStore, storage } from './storage.ts';

/** How often a window looks whether another one has its new token. Milliseconds. */
const LOOK = 100;

/**
 * A password change ends the old token shortly before the new one arrives, and other windows may be notified of the
 * end first. These wait for the outcome: an entry in the shared storage announces it, and expires if its window is
 * closed.
 */
export function createRenewal(storage: KeyStore, now: () => number) {
  /** Calls back when no change is under way: at once, as a rule. */
  const after = (then: () => void): void => {
    const since = Number(storage.getItem(KEYS.renewing));
    if (now() - since < API_TIMEOUT) setTimeout(after, LOOK, then);
    else then();
  };
  return {
    after,
    async during<T>(work: () => Promise<T>): Promise<T> {
      storage.setItem(KEYS.renewing, String(now()));
      try {
        return await work();
      } finally {
        storage.removeItem(KEYS.renewing);
      }
    },
  };
}

/** What a refused call means for the session. */
type SessionVerdict = 'keep' | 'end' | 'expired';

/** 401, 403 and 500 end the session; an old token also asks for a new login. No answer (status 0) ends nothing. */
export function sessionVerdict({ status, message }: { status: number; message: string }): SessionVerdict {
  if (status === 401 && message === 'TOKEN_EXPIRED') return 'expired';
  return status === 401 || status === 403 || status === 500 ? 'end' : 'keep';
}

/** Password changes of this browser's windows. */
export const renewal = createRenewal(storage, Date.now);

/**
 * Forced logout: the server does not take `token` any more. Where a window of this browser has just got
 * another one, the session goes on with that.
 */
export function endSession(verdict: Exclude<SessionVerdict, 'keep'>, token: string | null): void {
  renewal.after(() => {
    if (!session.store.getState().user || session.token() !== token) return;
    session.logout({ isExpired: verdict === 'expired' });
  });
}
