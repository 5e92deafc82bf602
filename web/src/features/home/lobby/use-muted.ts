import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../../client/session.ts';
import { storage } from '../../../client/storage.ts';
import { type Muted, muteKey, parseMuted, withMuted, withoutMuted } from './mutes.ts';

function subscribe(notify: () => void): () => void {
  window.addEventListener('storage', notify);
  return () => window.removeEventListener('storage', notify);
}

/** Whom this account muted, newest first, and how to change it; the browser's storage is the truth of all tabs. */
export function useMuted() {
  const key = muteKey(useSession((state) => state.user?._id ?? null));
  const text = useSyncExternalStore(subscribe, () => storage.getItem(key));
  return useMemo(() => {
    const store = (list: Muted[]): void => {
      storage.setItem(key, JSON.stringify(list));
      // Browsers tell only the other tabs.
      window.dispatchEvent(new StorageEvent('storage', { key }));
    };
    // Another tab may have changed it since it was read for the screen.
    const now = (): Muted[] => parseMuted(storage.getItem(key));
    return {
      muted: parseMuted(text),
      mute: (user: Muted) => store(withMuted(now(), user)),
      unmute: (userId: string) => store(withoutMuted(now(), userId)),
    };
  }, [key, text]);
}
