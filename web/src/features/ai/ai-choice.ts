import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { KEYS, storage } from '../../client/storage.ts';
import type { Opponent } from '../../shared/device-games/opponents.ts';
import { isLevel } from '../../shared/device-games/saved-games.ts';

/** The stored choice of an opponent. */
interface AiChoice {
  difficulty: number;
  /** The stronger engine; stored under the key `ai_useKataGo`. */
  strong: boolean;
}

function saved(): AiChoice {
  const difficulty = Number(storage.getItem(KEYS.aiDifficulty));
  return {
    difficulty: isLevel(difficulty) ? difficulty : 1,
    strong: storage.getItem(KEYS.aiStrong) === 'true',
  };
}

const choiceStore = createStore<AiChoice>(saved);

export function useAiChoice(): AiChoice {
  return useStore(choiceStore);
}

/** Chooses an opponent and stores it. */
export function chooseOpponent({ level, strong }: Opponent): void {
  storage.setItem(KEYS.aiDifficulty, String(level));
  storage.setItem(KEYS.aiStrong, String(strong));
  choiceStore.setState({ difficulty: level, strong });
}
