import { useStore } from 'zustand';
import type { GameController, GameState } from '../../game/controller.ts';

/** What a component needs of a game; it is drawn again when that changes, and not before. */
export function useGame<T>({ store }: GameController, select: (state: GameState) => T): T {
  return useStore(store, select);
}
