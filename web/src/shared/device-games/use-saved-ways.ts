import { useEffect, useState } from 'react';
import { KEYS, storage } from '../../client/storage.ts';
import type { SavedWay } from './saved-games.ts';

/** Page of a stored game of each kind. */
export const RESUME: Record<SavedWay, string> = { ai: '/play/ai/game', local: '/play/local' };

/** Returns the kinds of play with a stored running game. The rules load only when this device stores one. */
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
