import { createStore } from 'zustand/vanilla';

/** The place in the header of a game or of the analysis where a running search is shown small; null on other pages. */
export const searchSlot = createStore<{ element: HTMLElement | null }>(() => ({ element: null }));

/** For `ref` of that place. */
export function placeSearch(element: HTMLElement): () => void {
  searchSlot.setState({ element });
  return () => searchSlot.setState((now) => (now.element === element ? { element: null } : now));
}
