import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../../client/session.ts';
import { storage } from '../../../client/storage.ts';
import { type Muted, muteKey, parseMuted, withMuted, withoutMuted } from './mutes.ts';

const listeners = new Set<() => void>();

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  window.addEventListener('storage', notify);
  return () => {
    listeners.delete(notify);
    window.removeEventListener('storage', notify);
  };
}

/** Whom this account muted, newest first, and how to change it; the browser's storage is the truth of all tabs. */
export function useMuted() {
  const key = muteKey(useSession((state) => state.user?._id ?? null));
  const text = useSyncExternalStore(subscribe, () => storage.getItem(key));
  return useMemo(() => {
    const store = (list: Muted[]): void => {
      storage.setItem(key, JSON.stringify(list));
      for (const notify of listeners) notify();
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
