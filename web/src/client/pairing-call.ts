import type { Challenge } from '@doushouqi/protocol';
import { createStore } from 'zustand/vanilla';

interface PairingCall {
  /** There is something about an opponent to show: the part of the page for it is loaded, and stays. */
  needed: boolean;
  /** What friends challenged this user to, oldest first. */
  challenges: readonly Challenge[];
}

/** Calls for the search bar, whose code loads when a search starts. */
export const pairingCall = createStore<PairingCall>(() => ({ needed: false, challenges: [] }));

export function callPairing(): void {
  pairingCall.setState({ needed: true });
}
