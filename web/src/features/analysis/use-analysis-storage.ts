import { useEffect } from 'react';
import { storage } from '../../client/storage.ts';
import { type Analysis, newAnalysis } from './study/analysis.ts';
import type { AnalysisGame } from './study/analysis-game.ts';
import { formatAnalysis, parseAnalysis } from './study/saved.ts';

/** Storage keys of the user's own analysis and of the edits of named games. */
const KEY = 'analysis';
const NAMED_KEY = 'analysisNamed';
/** Delay of the write after the last change, ms. */
const CALM = 400;

/** Returns the analysis stored on this device, or a new one. */
export function loadAnalysis(): Analysis {
  const text = storage.getItem(KEY);
  return (text && parseAnalysis(text)) || newAnalysis();
}

/** Entries: a name and its analysis. */
type Named = readonly (readonly [name: string, text: string])[];

/** Only the newest named analyses are stored, up to this count and this total length in UTF-16 units. */
const NAMED_LIMITS = { count: 20, length: 1_000_000 } as const;

function readNamed(): Named {
  const lines = storage.getItem(NAMED_KEY)?.split('\n') ?? [];
  return lines.flatMap((name, index) => (index % 2 === 0 ? [[name, lines[index + 1] ?? ''] as const] : []));
}

/** Returns the stored edits of the game that an address names; null if there are none. */
export function loadNamedAnalysis(name: string): Analysis | null {
  const text = readNamed().find(([one]) => one === name)?.[1];
  return text ? parseAnalysis(text) : null;
}

function writeNamed(name: string, text: string | null): void {
  const others = readNamed().filter(([one]) => one !== name);
  const all = text === null ? others : [[name, text] as const, ...others];
  let left = NAMED_LIMITS.length;
  const fitting = all.slice(0, NAMED_LIMITS.count).filter(([one, its]) => {
    left -= one.length + its.length;
    return left >= 0;
  });
  storage.setItem(NAMED_KEY, fitting.flat().join('\n'));
}

function write(analysis: Analysis, name: string): void {
  const text = formatAnalysis(analysis);
  if (name !== '') writeNamed(name, text);
  else if (text === null) storage.removeItem(KEY);
  else storage.setItem(KEY, text);
}

function isEdited(now: Analysis, first: Analysis): boolean {
  return (
    now.notation.tree !== first.notation.tree ||
    now.setup !== first.setup ||
    now.play.tree !== first.play.tree
  );
}

/**
 * Stores the analysis on this device. A named game is stored apart from the rest and only after an edit, so that
 * opening a game never replaces the user's own work.
 * @param name names the game that was opened; empty for the user's own analysis
 */
export function useAnalysisStorage({ store }: AnalysisGame, name: string): void {
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
