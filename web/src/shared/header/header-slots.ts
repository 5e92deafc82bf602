import { createStore } from 'zustand/vanilla';

/** A place in the header of the page that shows it; null on pages without one. `place` is for the `ref` of that place. */
function createSlot() {
  const store = createStore<{ element: HTMLElement | null }>(() => ({ element: null }));
  const place = (element: HTMLElement): (() => void) => {
    store.setState({ element });
    return () => store.setState((now) => (now.element === element ? { element: null } : now));
  };
  return { store, place };
}

/** In the header of a game or of the analysis: a running search, or the way back to a running game, shown small. */
export const { store: searchSlot, place: placeSearch } = createSlot();

/** In the header of every other page: the user's turn in a running game. */
export const { store: turnSlot, place: placeTurn } = createSlot();
