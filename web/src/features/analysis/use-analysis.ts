import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Analysis } from '../../game/analysis/analysis.ts';
import type { AnalysisGame } from '../../game/analysis/analysis-game.ts';

/** What a component needs of the analysis; it is drawn again when that changes, and not before. */
export function useAnalysis<T>({ store }: AnalysisGame, select: (analysis: Analysis) => T): T {
  return useStore(store, ({ analysis }) => select(analysis));
}

/** The same for what stands beside the board: it is drawn after the board and in small steps, as `useGameBeside`. */
export function useAnalysisBeside<T>({ store }: AnalysisGame, select: (analysis: Analysis) => T): T {
  const [seen, setSeen] = useState(() => store.getState().analysis);
  useEffect(() => {
    const look = (): void => startTransition(() => setSeen(store.getState().analysis));
    look();
    return store.subscribe(look);
  }, [store]);
  return select(seen);
}
