import { randomId } from '../../client/random-id.ts';
import type { KeyStore } from '../../client/storage.ts';
import { isAiOver } from './ai-game-state.ts';
import { hasMoves } from './local-game-state.ts';
import { loadAiGame, startAi } from './saved-games.ts';

/** The first game of a newcomer: the lowest level, red, without clock. */
const FIRST = { level: 1, own: 'red', control: null, undo: true, hints: true } as const;

/** Returns whether a new game would replace an unfinished one with moves. */
export function hasAiGame(storage: KeyStore): boolean {
  const stored = loadAiGame(storage);
  return stored !== null && hasMoves(stored.local) && !isAiOver(stored);
}

/** Starts the first game of a newcomer. */
export function startFirstGame(storage: KeyStore): void {
  startAi({ storage, randomId: () => randomId(8) }, FIRST);
}

/** Prepares the game of a press without further choices: the running one, else a new one with the last settings. */
export function prepareAiGame(storage: KeyStore): void {
  const stored = loadAiGame(storage);
  if (stored && !isAiOver(stored)) return;
  const { warmUp: _, ...setting } = stored?.setting ?? { ...FIRST, warmUp: undefined };
  startAi({ storage, randomId: () => randomId(8) }, setting);
}
