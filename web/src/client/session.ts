import { DEFAULT_AVATAR, type Session, type User } from '@doushouqi/protocol';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isPath } from './address.ts';
import { type Intention, marked } from './intention.ts';
import { isForGuests } from './login-reasons.ts';
import type { LoginReason } from './login-texts.ts';
import { KEYS, type KeyStore, storage, tabStorage } from './storage.ts';
import { resolveTheme } from './theme.ts';

/** The reason of a login. */
interface LoginWish {
  why?: LoginReason;
  /** Performed once after the login. */
  intention?: Intention;
}

interface SessionState {
  /** Null for a visitor. */
  user: User | null;
  /** Without a user: the session ended because the server rejects its token. */
  isExpired: boolean;
  /** Without a user: the session ended because the operators closed the account; what the server says about it. */
  closedText: string | null;
  loginModalVisible: boolean;
  /** What the open dialog shows: the offer to play as a guest, the registration of a guest, or the login. */
  loginStep: 'guest' | 'register' | 'login';
  /** Path after login; null for home. */
  redirectPath: string | null;
  loginWish: LoginWish;
  currentTheme: string;
}

type Ending = Pick<SessionState, 'isExpired' | 'closedText'>;

const NO_WISH = { redirectPath: null, loginWish: {} } as const;
const CLOSED = { loginModalVisible: false, loginStep: 'login' } as const;

type Saved = Pick<SessionState, 'user' | 'currentTheme'>;

/** Checked by hand: the schema library is too large for the first load. */
function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const { settings, ...rest } = value as Partial<User>;
  const texts = [rest._id, rest.username, rest.nickname, rest.avatar, settings?.theme];
  return texts.every((text) => typeof text === 'string');
}

/** Returns the saved user, or null without a user or token, or for an invalid record. */
function savedUser(storage: KeyStore): User | null {
  const text = storage.getItem(KEYS.user);
  if (!text || !storage.getItem(KEYS.token)) return null;
  try {
    const user: unknown = JSON.parse(text);
    return isUser(user) ? user : null;
  } catch {
    return null;
  }
}

function restore(storage: KeyStore): Saved {
  const user = savedUser(storage);
  return { user, currentTheme: resolveTheme(user?.settings.theme, storage.getItem(KEYS.theme)) };
}

/** Returns functions that store parts of a session; each returns the new state. */
function writer(storage: KeyStore) {
  return {
    user(user: User): User {
      const known = { ...user, avatar: user.avatar || DEFAULT_AVATAR };
      storage.setItem(KEYS.user, JSON.stringify(known));
      return known;
    },
    theme(theme: string): string {
      const currentTheme = resolveTheme(theme);
      storage.setItem(KEYS.theme, currentTheme);
      return currentTheme;
    },
    clear(): null {
      // The token first: another window that sees the change has none then.
      storage.removeItem(KEYS.token);
      storage.removeItem(KEYS.user);
      return null;
    },
  };
}

/** The login dialog and the destination after the login. */
function loginDialog(store: StoreApi<SessionState>) {
  return {
    /** Opens the login dialog; `redirectPath` is the destination after the login. */
    requestLogin(redirectPath: string | null = null, loginWish: LoginWish = {}): void {
      const { user, isExpired } = store.getState();
      const { why } = loginWish;
      const mayBeGuest = user === null && !isExpired && isForGuests(why);
      const mustRegister = user?.isGuest === true && why !== undefined;
      store.setState({
        loginModalVisible: true,
        loginStep: mayBeGuest ? 'guest' : mustRegister ? 'register' : 'login',
        redirectPath,
        loginWish,
      });
    },
    /** Opens the login dialog for the last wish, as from the registration. */
    resumeLogin: () => store.setState({ loginModalVisible: true, loginStep: 'login' }),
    /** Closes the login dialog. `keepRedirect` keeps the stored path for a page that still leads to a login. */
    closeLogin({ keepRedirect = false } = {}): void {
      store.setState({ loginModalVisible: false, ...(keepRedirect ? {} : { ...NO_WISH, closedText: null }) });
    },
    /** Returns the destination after login as arguments of `navigate`, once. */
    takeRedirect(): [path: string, options: { state: unknown }] {
      const { redirectPath, loginWish } = store.getState();
      store.setState(NO_WISH);
      const { intention } = loginWish;
      const isOwn = redirectPath !== null && isPath(redirectPath);
      return [isOwn ? redirectPath : '/', { state: intention ? marked(intention) : null }];
    },
  };
}

type Wish = Pick<SessionState, 'redirectPath' | 'loginWish'>;

/** Returns the stored destination after the login, which a reload does not lose. */
function savedWish(tab: KeyStore): Wish {
  try {
    return (JSON.parse(tab.getItem(KEYS.wish) ?? 'null') as Wish | null) ?? NO_WISH;
  } catch {
    return NO_WISH;
  }
}

/**
 * Creates the session of the logged-in user in the given storage, under documented keys. All tabs share the storage:
 * `refresh` reads it after a change in another tab. The destination after the login is in the storage of the `tab`.
 */
export function createSession(storage: KeyStore, tab: KeyStore) {
  const initial = { ...restore(storage), isExpired: false, closedText: null, ...CLOSED, ...savedWish(tab) };
  const store = createStore<SessionState>(() => initial);
  store.subscribe(({ redirectPath, loginWish }, before) => {
    if (redirectPath !== before.redirectPath)
      tab.setItem(KEYS.wish, JSON.stringify(redirectPath === null ? null : { redirectPath, loginWish }));
  });
  const write = writer(storage);
  return {
    store,
    token: () => storage.getItem(KEYS.token),
    ...loginDialog(store),
    /** Stores the reply of login or registration, with the default avatar filled in, and applies the theme. */
    login({ access_token, user }: Session): void {
      // In full storage only a part may be written, and a reload must not mix two users.
      if (store.getState().user?._id !== user._id) write.clear();
      storage.setItem(KEYS.token, access_token);
      const currentTheme = write.theme(user.settings.theme);
      const entered = { isExpired: false, closedText: null, loginModalVisible: false };
      store.setState({ user: write.user(user), currentTheme, ...entered });
    },
    /** Applies a change of the logged-in user; a new theme is applied at once. */
    updateUser(change: Partial<User>): void {
      const { user } = store.getState();
      const known = { ...user, ...change } as User;
      // A late reply may be about another user.
      if (!user || known._id !== user._id) return;
      const { theme } = known.settings;
      const worn = theme !== user.settings.theme && { currentTheme: write.theme(theme) };
      store.setState({ user: write.user(known), ...worn });
    },
    /** The session continues with another token. */
    replaceToken(token: string): void {
      if (store.getState().user) storage.setItem(KEYS.token, token);
    },
    /** Ends the session, by the user, after expiry, or with the account (`closedText`): removes user and token. */
    logout({ isExpired = false, closedText = null }: Partial<Ending> = {}): void {
      tab.removeItem(KEYS.newCodes);
      store.setState({ user: write.clear(), isExpired, closedText });
    },
    /** Applies the state that another tab stored. */
    refresh(): void {
      const { user, currentTheme } = restore(storage);
      const isOther = JSON.stringify(user) !== JSON.stringify(store.getState().user);
      const change = isOther && { user, isExpired: false, ...(user && { loginModalVisible: false }) };
      store.setState({ currentTheme, ...change });
    },
  };
}

/** The session of this browser. */
export const session = createSession(storage, tabStorage);

/** Selects a part of the session for a component. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(session.store, select);
}

/** Whether the user has an account; false for visitors and guests. */
export function useIsMember(): boolean {
  return useSession(({ user }) => user !== null && !user.isGuest);
}

/** Follows other tabs. Returns a function that stops this. */
export function followOtherTabs(): () => void {
  const shared: readonly (string | null)[] = [KEYS.user, KEYS.token, KEYS.theme, null];
  const listen = ({ key }: StorageEvent) => shared.includes(key) && session.refresh();
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** Runs once: now, or at the next login. */
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
