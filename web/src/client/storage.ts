/** The part of `localStorage` that the app uses. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keys of the storage; `mode` for day and night (also read by public/boot.js); `renewing`: since when a window waits
 * for its new token; `pool`: in which pool an opponent was looked for last; `ownRoom`: who plays
 * in which room; `aiGame`, `localGame`: the games of this device.
 */
export const KEYS = {
  user: 'userInfo',
  token: 'token',
  theme: 'theme',
  mode: 'mode',
  aiDifficulty: 'ai_difficulty',
  aiStrong: 'ai_useKataGo',
  renewing: 'renewing',
  pool: 'pool',
  ownRoom: 'ownRoom',
  aiGame: 'aiGame',
  localGame: 'localGame',
} as const;

/** A `KeyStore` that works without storage too (blocked cookies, private windows): it then forgets on reload. */
export function safeStorage(storage: () => KeyStore): KeyStore {
  const memory = new Map<string, string>();
  const attempt = <T>(action: (store: KeyStore) => T, fallback: () => T): T => {
    try {
      return action(storage());
    } catch {
      return fallback();
    }
  };
  return {
    getItem: (key) =>
      attempt(
        (store) => store.getItem(key),
        () => memory.get(key) ?? null,
      ),
    setItem: (key, value) =>
      attempt(
        (store) => store.setItem(key, value),
        () => void memory.set(key, value),
      ),
    removeItem: (key) =>
      attempt(
        (store) => store.removeItem(key),
        () => void memory.delete(key),
      ),
  };
}

/** The browser's storage. */
export const storage = safeStorage(() => window.localStorage);
