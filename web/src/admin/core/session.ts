import type { ConsoleSession } from '@doushouqi/protocol';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type KeyStore, tabStorage } from '../../client/storage.ts';

/** Key of the session in the storage of this window. Other windows and the site do not have it. */
const KEY = 'console';

interface ConsoleState {
  /** Who works in this window. It stays after the session expired, so that the same operator goes on in the same place. */
  session: ConsoleSession | null;
  /** The session ended without a logout; the pages wait behind the login. */
  isExpired: boolean;
  /** The operator asked for a new login before the end. */
  isLoginAsked: boolean;
}

function isSession(value: unknown): value is ConsoleSession {
  if (typeof value !== 'object' || value === null) return false;
  const { access_token, nickname, avatar, userId, role, expiresAt, endsAt } =
    value as Partial<ConsoleSession>;
  const texts: unknown[] = [access_token, nickname, avatar, userId, role];
  return (
    texts.every((text) => typeof text === 'string') && Number.isFinite(expiresAt) && Number.isFinite(endsAt)
  );
}

function restore(storage: KeyStore): ConsoleSession | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** Creates the console's session in the storage of a window. After a reload the server tells whether it still lasts. */
export function createConsoleSession(storage: KeyStore) {
  const session = restore(storage);
  const store = createStore<ConsoleState>(() => ({
    session,
    isExpired: session?.access_token === '',
    isLoginAsked: false,
  }));
  const write = (next: ConsoleSession | null): void => {
    if (next) storage.setItem(KEY, JSON.stringify(next));
    else storage.removeItem(KEY);
  };
  return {
    store,
    token(): string | null {
      const { session, isExpired } = store.getState();
      return isExpired ? null : session?.access_token || null;
    },
    /** Whether the pages are on the screen, and not the login. */
    isShown(): boolean {
      const { session, isExpired, isLoginAsked } = store.getState();
      return session !== null && !isExpired && !isLoginAsked;
    },
    /** A login, or a later token of the same session. */
    open(next: ConsoleSession): void {
      write(next);
      store.setState({ session: next, isExpired: false, isLoginAsked: false });
    },
    /** A later token of the same session, which may have ended meanwhile. */
    renew(next: ConsoleSession): void {
      const { session, isExpired } = store.getState();
      if (isExpired || session?.userId !== next.userId) return;
      write(next);
      store.setState({ session: next });
    },
    /** The session ended. The token is forgotten, and who it was is not. */
    expire(): void {
      const { session } = store.getState();
      if (!session) return;
      const known = { ...session, access_token: '' };
      write(known);
      store.setState({ session: known, isExpired: true });
    },
    /** A logout. */
    close(): void {
      write(null);
      store.setState({ session: null, isExpired: false, isLoginAsked: false });
    },
    askLogin: () => store.setState({ isLoginAsked: true }),
    cancelLogin: () => store.setState({ isLoginAsked: false }),
  };
}

export type ConsoleSessionStore = ReturnType<typeof createConsoleSession>;

/** The session of this window. */
export const consoleSession = createConsoleSession(tabStorage);

/** Selects a part of the session for a component. */
export function useConsole<T>(select: (state: ConsoleState) => T): T {
  return useStore(consoleSession.store, select);
}

/** The operator of this window. @throws outside of a session */
export function useOperator(): ConsoleSession {
  const session = useConsole((state) => state.session);
  if (!session) throw new Error('This page needs a session of the console');
  return session;
}

/** Whether calls are possible: there is a session that has not expired. */
export function useIsOpen(): boolean {
  return useConsole(({ session, isExpired }) => session !== null && !isExpired);
}
