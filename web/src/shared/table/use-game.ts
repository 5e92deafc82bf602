import { startTransition, useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { GameController, GameState } from '../../game/controller.ts';

/** What a component needs of a game; it is drawn again when that changes, and not before. */
export function useGame<T>({ store }: GameController, select: (state: GameState) => T): T {
  return useStore(store, select);
}

/**
 * The same for what stands beside the board. It is drawn after the board and in small steps, so that a move does not
 * stop the page on a slow phone.
 */
export function useGameBeside<T>({ store }: GameController, select: (state: GameState) => T): T {
  return useBeside(store, select);
}

/** As `useGameBeside`, of any store. */
export function useBeside<S, T>(
  store: Pick<StoreApi<S>, 'getState' | 'subscribe'>,
  select: (state: S) => T,
): T {
  const [seen, setSeen] = useState(store.getState);
  useEffect(() => {
    const look = (): void => startTransition(() => setSeen(store.getState()));
    look();
    return store.subscribe(look);
  }, [store]);
  return select(seen);
}
