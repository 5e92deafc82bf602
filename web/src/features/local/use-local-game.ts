import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { randomId } from '../../client/random-id.ts';
import { KEYS, storage } from '../../client/storage.ts';
import type { LocalFacts } from '../../shared/device-games/local-game-state.ts';
import { LocalGame } from './local-game.ts';

function openGame(): LocalGame {
  return new LocalGame({ storage, now: Date.now, randomId: () => randomId(8) });
}

/** The game of this device, which all windows share. */
export function useLocalGame(): LocalGame {
  const [game] = useState(openGame);
  useEffect(() => {
    const listen = ({ key }: StorageEvent): void => {
      if (key === KEYS.localGame) game.refresh();
    };
    // A page that the browser had put to sleep has heard nothing.
    const wake = (): void => game.refresh();
    window.addEventListener('storage', listen);
    window.addEventListener('pageshow', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('storage', listen);
      window.removeEventListener('pageshow', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [game]);
  return game;
}

/** What is kept of it. */
export function useFacts(game: LocalGame): LocalFacts {
  return useStore(game.store, ({ facts }) => facts);
}
