import { useEffect } from 'react';
import { storage } from '../../app/storage.ts';
import { type Analysis, newAnalysis } from '../../game/analysis/analysis.ts';
import type { AnalysisGame } from '../../game/analysis/analysis-game.ts';
import { formatAnalysis, parseAnalysis } from '../../game/analysis/saved.ts';

/** What was made without a name, and the last one that an address named. */
const KEY = 'analysis';
const NAMED_KEY = 'analysisNamed';
/** After the last change, ms. */
const CALM = 400;

/** The analysis that this device keeps, or a new one. */
export function keptAnalysis(): Analysis {
  const text = storage.getItem(KEY);
  return (text && parseAnalysis(text)) || newAnalysis();
}

/** What was made here of the analysis that an address names, if that was the last one; null else. */
export function keptNamed(name: string): Analysis | null {
  const text = storage.getItem(NAMED_KEY);
  const [first = '', ...rest] = text?.split('\n') ?? [];
  return first === name ? parseAnalysis(rest.join('\n')) : null;
}

function write(analysis: Analysis, name: string): void {
  const text = formatAnalysis(analysis);
  const key = name === '' ? KEY : NAMED_KEY;
  if (text === null) storage.removeItem(key);
  else storage.setItem(key, name === '' ? text : `${name}\n${text}`);
}

function isEdited(now: Analysis, first: Analysis): boolean {
  return (
    now.notation.tree !== first.notation.tree ||
    now.setup !== first.setup ||
    now.play.tree !== first.play.tree
  );
}

/**
 * Keeps the analysis on this device: what an address names apart from the rest, once it was changed. To look at
 * somebody's game does not cost the own work.
 * @param name the query of the address, empty where it names nothing
 */
export function useKept({ store }: AnalysisGame, name: string): void {
  useEffect(() => {
    const first = store.getInitialState().analysis;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      const { analysis } = store.getState();
      if (name === '' || isEdited(analysis, first)) write(analysis, name);
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
  }, [store, name]);
}
