import type { Challenge } from '@doushouqi/protocol';
import { createStore } from 'zustand/vanilla';

interface PairingCall {
  /** Whether the search bar is loaded; it then stays loaded. */
  needed: boolean;
  /** This user's ticket is among the waiting ones. */
  isWaiting: boolean;
  /** Challenges of friends to this user, oldest first. */
  challenges: readonly Challenge[];
}

/** Calls for the search bar, whose code loads when a search starts. */
export const pairingCall = createStore<PairingCall>(() => ({
  needed: false,
  isWaiting: false,
  challenges: [],
}));

export function callPairing(): void {
  pairingCall.setState({ needed: true });
}
