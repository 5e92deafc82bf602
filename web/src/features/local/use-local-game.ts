import { useState } from 'react';
import { useStore } from 'zustand';
import { randomId } from '../../client/random-id.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { useOtherWindows } from '../../shared/device-games/DeviceTable.tsx';
import type { LocalGameData } from '../../shared/device-games/local-game-state.ts';
import { LocalGame } from './local-game.ts';

function openGame(): LocalGame {
  return new LocalGame({ storage, now: Date.now, randomId: () => randomId(8) });
}

/** Returns the game of this device, which all windows share. */
export function useLocalGame(): LocalGame {
  const [game] = useState(openGame);
  useOtherWindows(game, KEYS.localGame);
  return game;
}

/** Returns the stored data of a local game. */
export function useGameData(game: LocalGame): LocalGameData {
  return useStore(game.store, ({ data }) => data);
}
