import { API_TIMEOUT } from '@doushouqi/protocol';
import { KEYS, type KeyStore } from './storage.ts';

/** How often a window looks whether another one has its new token. Milliseconds. */
const LOOK = 100;

/**
 * A password change ends the old token a moment before the new one arrives, and other windows may hear of the end
 * first. Whoever does waits for the outcome; the mark in the shared storage says that there is one to wait for, and
 * lapses should its window be closed.
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
