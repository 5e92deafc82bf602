import { useStore } from 'zustand';
import { searchStore } from './search.ts';
import type { Search } from './search-state.ts';

export function useSearch(): Search {
  return useStore(searchStore, ({ search }) => search);
}
