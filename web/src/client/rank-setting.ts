import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storage } from './storage.ts';

const KEY = 'pieceRanks';

/** Whether this device shows on each piece how it ranks; off unless switched on. */
const rankStore = createStore<{ on: boolean }>(() => ({ on: storage.getItem(KEY) === 'on' }));

export function useRanksShown(): boolean {
  return useStore(rankStore, (state) => state.on);
}

/** Switches the digits on or off and remembers it. */
export function setRanksShown(on: boolean): void {
  storage.setItem(KEY, on ? 'on' : 'off');
  rankStore.setState({ on });
}
