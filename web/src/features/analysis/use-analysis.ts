import { useStore } from 'zustand';
import { useBeside } from '../../shared/table/use-game.ts';
import type { Analysis } from './study/analysis.ts';
import type { AnalysisGame } from './study/analysis-game.ts';

/** What a component needs of the analysis; it is drawn again when that changes, and not before. */
export function useAnalysis<T>({ store }: AnalysisGame, select: (analysis: Analysis) => T): T {
  return useStore(store, ({ analysis }) => select(analysis));
}

/** The same for what stands beside the board: it is drawn after the board and in small steps, as `useGameBeside`. */
export function useAnalysisBeside<T>({ store }: AnalysisGame, select: (analysis: Analysis) => T): T {
  return useBeside(store, ({ analysis }) => select(analysis));
}
