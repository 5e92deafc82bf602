/** The part of `localStorage` that the app uses. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Keys of the storage. `mode`: light or dark (also read by public/boot.js). `renewing`: time since which a window
 * waits
 * for a new token. `pool`: last pool of a search. `ownRoom`: user and room of a running game. `aiGame`, `localGame`:
 * games of this device. `guestSlip`: time at which a guest closed the reminder (epoch ms). `push`: the push
 * subscription (push-device.ts). `pushSlip`: `due`, or when the question was answered (push-due.ts). `hasGames`: a
 * user with correspondence games, or `none` and a user without. `listedGames`: those games, and the ended ones whose
 * results are news (shared/correspondence/listed-games.ts). `tournament`: a user who has entered one
 * (own-tournament.ts). `newRoom`: the last choices for a new room.
 * `review`: id of a user with a pending review of the account. `seenChange`, with the user's id: time of the newest
 * change of the account that this browser has shown (epoch ms). `nextStep`, with a step's kind: day on which the user
 * closed a result that offered it. `lessons`: progress in the lessons (features/learn/progress.ts); `endgames`: stars of
 * levels (features/endgame/progress.ts), both with the user's id unless a visitor's. `reported`: id of a user
 * whose reports have no outcome yet. `transport`: `polling` disables websockets.
 * Of this window: `wish`, the destination after the login; `newCodes`, recovery codes (new-codes.ts);
 * `newGuest`, key and name of a guest whose creation was not confirmed (features/auth/GuestDialog.tsx);
 * `puzzle`, the open attempt, `puzzleRun`, the results of this visit, and `puzzleChoice`, what is practiced
 * (features/puzzle/kept.ts); `rush`, the id of a running rush; `newTournament`, a draft with its user and tournament (features/tournament/create/draft.ts);
 * `reloaded`, time of the last reload because of a missing file (epoch ms).
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
  hasGames: 'hasGames',
  listedGames: 'listedGames',
  tournament: 'tournament',
  newRoom: 'newRoom',
  push: 'push',
  pushSlip: 'pushSlip',
  review: 'review',
  seenChange: 'seenChange',
  nextStep: 'nextStep',
  endgames: 'endgames',
  lessons: 'lessons',
  reported: 'reported',
  transport: 'transport',
  wish: 'wish',
  newCodes: 'newCodes',
  newGuest: 'newGuest',
  puzzle: 'puzzle',
  puzzleRun: 'puzzleRun',
  puzzleChoice: 'puzzleChoice',
  rush: 'rush',
  newTournament: 'newTournament',
  reloaded: 'reloaded',
} as const;

/** Values that the browser did not store, by key; null for a removed one. */
type Memory = Map<string, string | null>;

/**
 * A `KeyStore` that also works with blocked storage (cookies off, private windows) and with full storage: what was
 * written last counts until a reload, which loses what is in `memory`.
 */
export function safeStorage(storage: () => KeyStore, memory: Memory = new Map()): KeyStore {
  const write = (key: string, value: string | null, action: (store: KeyStore) => void): void => {
    try {
      action(storage());
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  };
  return {
    getItem(key) {
      const value = memory.get(key);
      if (value !== undefined) return value;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: (key, value) => write(key, value, (store) => store.setItem(key, value)),
    removeItem: (key) => write(key, null, (store) => store.removeItem(key)),
  };
}

function sharedStorage(): KeyStore {
  const memory: Memory = new Map();
  // What another window writes is newer.
  globalThis.window?.addEventListener('storage', ({ key }) => {
    if (key === null) memory.clear();
    else memory.delete(key);
  });
  return safeStorage(() => window.localStorage, memory);
}

/** The browser's storage, which all its windows share. */
export const storage = sharedStorage();
/** The storage of this window. */
export const tabStorage = safeStorage(() => window.sessionStorage);
