import { useEffect, useState } from 'react';
import { KEYS, storage } from '../../client/storage.ts';
import type { SavedWay } from './saved-games.ts';

/** Where a stored game of each way goes on. */
export const RESUME: Record<SavedWay, string> = { ai: '/play/ai/game', local: '/play/local' };

/** Returns the ways to play with a stored game that goes on. The rules are loaded only when this device stores one. */
export function useSavedWays(): readonly SavedWay[] {
  const [ways, setWays] = useState<readonly SavedWay[]>([]);
  useEffect(() => {
    if (!storage.getItem(KEYS.aiGame) && !storage.getItem(KEYS.localGame)) return setWays([]);
    import('./saved-games.ts').then(
      ({ savedWays }) => setWays(savedWays(storage)),
      () => undefined,
    );
  }, []);
  return ways;
}
