import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storage } from '../../client/storage.ts';

const KEY = 'confirmMove';

/** Whether this device asks before it makes a move; off unless switched on. */
const confirmStore = createStore<{ on: boolean }>(() => ({ on: storage.getItem(KEY) === 'on' }));

export function useConfirmMove(): boolean {
  return useStore(confirmStore, (state) => state.on);
}

/** Switches the question on or off and remembers it. */
export function setConfirmMove(on: boolean): void {
  storage.setItem(KEY, on ? 'on' : 'off');
  confirmStore.setState({ on });
}
