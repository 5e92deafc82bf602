import { API_TIMEOUT } from '@doushouqi/protocol';
import { session } from './session.ts';
import { KEYS, type KeyStore, storage } from './storage.ts';
import { deviceNow } from './time.ts';

/** Milliseconds between two checks for another window's new token. */
const CHECK_INTERVAL = 100;

/**
 * A change of the password and the deletion of the account end the token shortly before their reply arrives, and
 * windows may be notified of the end first. These wait for the outcome: an entry in the shared storage announces it,
 * and expires if its window is closed.
 */
export function createRenewal(storage: KeyStore, now: () => number) {
  /** Calls back when no change is in progress, usually at once. */
  const after = (then: () => void): void => {
    const since = Number(storage.getItem(KEYS.renewing));
    // A clock that was set back counts no time.
    if (Math.abs(now() - since) < API_TIMEOUT) setTimeout(after, CHECK_INTERVAL, then);
    else then();
  };
  return {
    after,
    async during<T>(work: () => Promise<T>): Promise<T> {
      const announce = (): void => storage.setItem(KEYS.renewing, String(now()));
      announce();
      // The work may take longer, after a lost reply.
      const timer = setInterval(announce, API_TIMEOUT / 2);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        storage.removeItem(KEYS.renewing);
      }
    },
  };
}

/** Effect of a refused call on the session. */
type SessionVerdict = 'keep' | 'end' | 'expired' | 'closed';

/**
 * 401, 403 and 500 end the session; an expired token and a closed account also open the login. No answer (status 0) ends
 * nothing.
 */
export function sessionVerdict({ status, code }: { status: number; code: string }): SessionVerdict {
  if (status === 401 && code === 'TOKEN_EXPIRED') return 'expired';
  if (status === 401 && code === 'ACCOUNT_CLOSED') return 'closed';
  return status === 401 || status === 403 || status === 500 ? 'end' : 'keep';
}

/** Changes that end tokens, in the windows of this browser. */
export const renewal = createRenewal(storage, deviceNow);

/**
 * Logs out after the server rejected `token`, with `message`. If a window of this browser has just received a new token,
 * the session continues with that.
 */
export function endSession(
  verdict: Exclude<SessionVerdict, 'keep'>,
  token: string | null,
  message: string,
): void {
  renewal.after(() => {
    if (!session.store.getState().user || session.token() !== token) return;
    session.logout({ isExpired: verdict === 'expired', closedText: verdict === 'closed' ? message : null });
  });
}
