import { useEffect } from 'react';
import { storage } from '../../app/storage.ts';
import { type Analysis, newAnalysis } from '../../game/analysis/analysis.ts';
import type { AnalysisGame } from '../../game/analysis/analysis-game.ts';
import { formatAnalysis, parseAnalysis } from '../../game/analysis/saved.ts';

const KEY = 'analysis';
/** After the last change, ms. */
const CALM = 400;

/** The analysis that this device keeps, or a new one. */
export function keptAnalysis(): Analysis {
  const text = storage.getItem(KEY);
  return (text && parseAnalysis(text)) || newAnalysis();
}

function isEdited(now: Analysis, first: Analysis): boolean {
  return (
    now.notation.tree !== first.notation.tree ||
    now.setup !== first.setup ||
    now.play.tree !== first.play.tree
  );
}

/**
 * Keeps the analysis on this device. One that the address names is kept once it was changed: to look at somebody's
 * game does not cost the own work.
 */
export function useKept({ store }: AnalysisGame, isNamed: boolean): void {
  useEffect(() => {
    const first = store.getInitialState().analysis;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      const { analysis } = store.getState();
      if (isNamed && !isEdited(analysis, first)) return;
      const text = formatAnalysis(analysis);
      if (text === null) storage.removeItem(KEY);
      else storage.setItem(KEY, text);
    };
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(keep, CALM);
    };
    const stop = store.subscribe(soon);
    soon();
    window.addEventListener('pagehide', keep);
    return () => {
      stop();
      keep();
      window.removeEventListener('pagehide', keep);
    };
  }, [store, isNamed]);
}
