import { useStore } from 'zustand';
import { createSession, type SessionState } from './session-store.ts';
import { KEYS, storage } from './storage.ts';

/** The session of this browser. */
export const session = createSession(storage);

/** What a component needs of the session. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(session.store, select);
}

/** Keeps tabs in agreement; returns the way to stop. */
export function followOtherTabs(): () => void {
  const shared: readonly (string | null)[] = [KEYS.user, KEYS.token, KEYS.theme, null];
  const listen = ({ key }: StorageEvent) => shared.includes(key) && session.refresh();
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** Runs once, now or when somebody logs in. */
export function whenLoggedIn(run: () => void): void {
  if (session.store.getState().user) {
    run();
    return;
  }
  const stop = session.store.subscribe(({ user }) => {
    if (!user) return;
    stop();
    run();
  });
}
