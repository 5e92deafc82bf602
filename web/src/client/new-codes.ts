import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { api } from './api.ts';
import { useSession } from './session.ts';
import { KEYS, tabStorage } from './storage.ts';

/**
 * New recovery codes that the owner has not stored yet. They stay in the storage of this window, so that a reload shows
 * them again.
 */
interface NewCodes {
  userId: string;
  codes: readonly string[];
  /** They wait until the search and the game for which the user registered are over. */
  isHeld?: true;
}

function read(): NewCodes | null {
  try {
    return JSON.parse(tabStorage.getItem(KEYS.newCodes) ?? 'null') as NewCodes | null;
  } catch {
    return null;
  }
}

const store = createStore<{ shown: NewCodes | null }>(() => ({ shown: read() }));

/** Shows codes until `closeCodes`. */
export function showCodes(shown: NewCodes): void {
  tabStorage.setItem(KEYS.newCodes, JSON.stringify(shown));
  store.setState({ shown });
}

/** Tells the server that the owner has stored the codes, which it counts from now on. */
export async function codesKept(): Promise<void> {
  // Without a reply the account asks for new codes later.
  await api.keepRecoveryCodes().catch(() => undefined);
}

/** Forgets the codes. */
export function closeCodes(): void {
  tabStorage.removeItem(KEYS.newCodes);
  store.setState({ shown: null });
}

/** Shows held codes. */
export function releaseCodes(): void {
  const { shown } = store.getState();
  if (shown?.isHeld) showCodes({ userId: shown.userId, codes: shown.codes });
}

/** Returns the codes of the logged-in user that are not stored yet, also held ones, or null. */
export function useWaitingCodes(): NewCodes | null {
  const userId = useSession(({ user }) => user?._id);
  const shown = useStore(store, (state) => state.shown);
  return shown?.userId === userId ? shown : null;
}

/** Returns the codes to show to the logged-in user, or null. */
export function useNewCodes(): readonly string[] | null {
  const waiting = useWaitingCodes();
  return waiting && !waiting.isHeld ? waiting.codes : null;
}
