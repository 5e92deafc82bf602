import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { randomId } from '../../client/random-id.ts';
import { session } from '../../client/session.ts';
import { KEYS, storage } from '../../client/storage.ts';
import type { AiGameData } from '../../shared/device-games/ai-game-state.ts';
import { useOtherWindows } from '../../shared/device-games/DeviceTable.tsx';
import { PAGE_TIMING } from '../../shared/device-games/device-clock.ts';
import { loadAiGame } from '../../shared/device-games/saved-games.ts';
import { pageEngine } from '../../shared/engine/page-engine.ts';
import { AiGame, type AiState } from './ai-game.ts';
import { countGame } from './tally.ts';

function openGame(): AiGame | null {
  const stored = loadAiGame(storage);
  if (!stored) return null;
  const deps = { ...PAGE_TIMING, storage, random: Math.random, engine: pageEngine };
  const onOver = (data: AiGameData): void =>
    countGame(storage, session.store.getState().user?._id ?? null, data);
  return new AiGame({ ...deps, randomId: () => randomId(8), onOver }, stored);
}

/** Returns the stored game against the computer, which all windows share; null without one. */
export function useAiGame(): AiGame | null {
  const [game] = useState(openGame);
  useEffect(() => game?.start(), [game]);
  useOtherWindows(game, KEYS.aiGame);
  return game;
}

/** Selects from the state of a game against the computer. */
export function useAi<T>(game: AiGame, select: (state: AiState) => T): T {
  return useStore(game.store, select);
}
