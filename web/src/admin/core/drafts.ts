import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type KeyStore, tabStorage } from '../../client/storage.ts';

/** Key of what is typed and not sent, in the storage of this window. */
const KEY = 'console:drafts';

function restore(storage: KeyStore): Record<string, object> {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, object>) : {};
  } catch {
    return {};
  }
}

/** Creates the drafts of a window: a reload and an expired session lose none, a logout removes all. */
export function createDrafts(storage: KeyStore) {
  const store = createStore<{ drafts: Readonly<Record<string, object>> }>(() => ({
    drafts: restore(storage),
  }));
  store.subscribe(({ drafts }) => {
    if (Object.keys(drafts).length > 0) storage.setItem(KEY, JSON.stringify(drafts));
    else storage.removeItem(KEY);
  });
  return {
    store,
    change: (key: string, change: (known: object | undefined) => object) =>
      store.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: change(drafts[key]) } })),
    remove: (key: string) => store.setState(({ drafts: { [key]: _, ...others } }) => ({ drafts: others })),
    clear: () => store.setState({ drafts: {} }),
  };
}

export const drafts = createDrafts(tabStorage);

/** Returns a draft, a function that changes it and one that removes it. `initial` fills what it lacks. */
export function useDraft<T extends object>(key: string, initial: T) {
  const stored = useStore(drafts.store, (state) => state.drafts[key]);
  const draft: T = { ...initial, ...stored };
  return {
    draft,
    change: (next: Partial<T>) => drafts.change(key, (known) => ({ ...initial, ...known, ...next })),
    discard: () => drafts.remove(key),
  };
}
