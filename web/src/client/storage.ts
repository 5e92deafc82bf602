/** The part of `localStorage` that the app uses. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keys of the storage. `mode`: light or dark (also read by public/boot.js). `renewing`: time since which a window
 * waits
 * for a new token. `pool`: last pool of a search. `ownRoom`: user and room of a running game. `aiGame`, `localGame`:
 * games of this device. `guestSlip`: time at which a guest closed the reminder (epoch ms). `push`: the push
 * subscription (push-device.ts). `pushSlip`: `due` once a hidden window was called, `answered` after the question.
 * `review`: id of a user with a pending review of the account. `seenChange`, with the user's id: time of the newest
 * change of the account that this browser has shown (epoch ms).
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
  guestSlip: 'guestSlip',
  push: 'push',
  pushSlip: 'pushSlip',
  review: 'review',
  seenChange: 'seenChange',
} as const;

/** A `KeyStore` that also works without storage (blocked cookies, private windows): a reload then loses the data. */
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
