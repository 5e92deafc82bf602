import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { randomId } from '../../client/random-id.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { useOtherWindows } from '../../shared/device-games/DeviceTable.tsx';
import { PAGE_TIMING } from '../../shared/device-games/device-clock.ts';
import type { LocalGameData } from '../../shared/device-games/local-game-state.ts';
import { LocalGame } from './local-game.ts';

function openGame(): LocalGame {
  return new LocalGame({ ...PAGE_TIMING, storage, randomId: () => randomId(8) });
}

/** Returns the game of this device, which all windows share. */
export function useLocalGame(): LocalGame {
  const [game] = useState(openGame);
  useEffect(() => game.start(), [game]);
  useOtherWindows(game, KEYS.localGame);
  return game;
}

/** Returns the stored data of a local game. */
export function useGameData(game: LocalGame): LocalGameData {
  return useStore(game.store, ({ data }) => data);
}
