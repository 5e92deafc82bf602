import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storage } from './storage.ts';

const KEY = 'pieceRanks';

/** Whether this device shows the rank on each piece; off by default. */
const rankStore = createStore<{ on: boolean }>(() => ({ on: storage.getItem(KEY) === 'on' }));

export function useRanksShown(): boolean {
  return useStore(rankStore, (state) => state.on);
}

/** Turns the digits on or off and stores the setting. */
export function setRanksShown(on: boolean): void {
  storage.setItem(KEY, on ? 'on' : 'off');
  rankStore.setState({ on });
}
