import { createStore } from 'zustand/vanilla';

/** An element in the header of the page; null on pages without one. `place` is for the element's `ref`. */
function createSlot() {
  const store = createStore<{ element: HTMLElement | null }>(() => ({ element: null }));
  const place = (element: HTMLElement): (() => void) => {
    store.setState({ element });
    return () => store.setState((now) => (now.element === element ? { element: null } : now));
  };
  return { store, place };
}

/** In the header of a game or of the analysis: a running search, or the link to a running game, in small form. */
export const { store: searchSlot, place: placeSearch } = createSlot();

/** In the header of every other page: the user's turn in a running game. */
export const { store: turnSlot, place: placeTurn } = createSlot();
