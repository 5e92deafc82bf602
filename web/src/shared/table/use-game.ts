import { startTransition, useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { GameController, GameState } from '../../game/controller.ts';

/** Selects from the state of a game; renders again only when the selection changes. */
export function useGame<T>({ store }: GameController, select: (state: GameState) => T): T {
  return useStore(store, select);
}

/**
 * The same for parts beside the board. They render after the board as a transition, so that a move does not block a
 * slow phone.
 */
export function useGameBeside<T>({ store }: GameController, select: (state: GameState) => T): T {
  return useBeside(store, select);
}

/** `useGameBeside` for any store. */
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
