import type { PuzzleResult, PuzzleVote } from '@doushouqi/protocol';
import type { Motif } from '@doushouqi/puzzles';
import { createStore } from 'zustand/vanilla';
import { KEYS, tabStorage } from '../../client/storage.ts';

/** What this window stores: the open attempt, the results of this visit, what is practiced, and a running rush. */

/** How an attempt ended. */
export interface End {
  readonly isSolved: boolean;
  readonly change: { readonly before: number; readonly after: number } | null;
  readonly result: PuzzleResult | null;
}

/** An attempt that a reload continues, or whose end the way back shows again. */
export interface SavedAttempt {
  readonly puzzleId: string;
  readonly attemptId: string;
  readonly rates: boolean;
  /** Right moves and their replies, `x,y-x,y`; after the end the whole line. */
  readonly line: readonly string[];
  readonly tries: number;
  readonly isHinted: boolean;
  /** Epoch ms of this device. */
  readonly since: number;
  readonly vote: PuzzleVote;
  /** Null while it is open. */
  readonly end: End | null;
}

type Key = (typeof KEYS)['puzzle' | 'puzzleRun' | 'puzzleChoice' | 'rush'];

function readJson<T>(key: Key): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(tabStorage.getItem(key) ?? 'null');
    return typeof value === 'object' ? (value as Partial<T> | null) : null;
  } catch {
    return null;
  }
}

/** Returns the stored attempt at a puzzle, or null. @param withEnd an ended one too */
export function savedAttempt(puzzleId: string, withEnd: boolean): SavedAttempt | null {
  const saved = readJson<SavedAttempt>(KEYS.puzzle) as SavedAttempt | null;
  if (saved?.puzzleId !== puzzleId || !Array.isArray(saved.line)) return null;
  return saved.end && !withEnd ? null : saved;
}

export function saveAttempt(attempt: SavedAttempt): void {
  tabStorage.setItem(KEYS.puzzle, JSON.stringify(attempt));
}

/** The results of this visit, oldest first; `total` and `right` also count those that are no longer listed. */
interface Run {
  readonly total: number;
  readonly right: number;
  readonly last: readonly boolean[];
}

/** Number of listed results. */
const LISTED = 10;

function readRun(): Run {
  const { total = 0, right = 0, last = [] } = readJson<Run>(KEYS.puzzleRun) ?? {};
  return { total, right, last };
}

export const runStore = createStore<Run>(readRun);

/** Adds a result: whether the puzzle was solved at once. */
export function addResult(isRight: boolean): void {
  runStore.setState(({ total, right, last }) => ({
    total: total + 1,
    right: right + (isRight ? 1 : 0),
    last: [...last, isRight].slice(-LISTED),
  }));
  tabStorage.setItem(KEYS.puzzleRun, JSON.stringify(runStore.getState()));
}

export const LEVELS = ['easier', 'right', 'harder'] as const;

/** What is practiced. `motif`: null for all. */
export interface PuzzleChoice {
  readonly motif: Motif | null;
  readonly level: (typeof LEVELS)[number];
}

function readChoice(): PuzzleChoice {
  const { motif = null, level = 'right' } = readJson<PuzzleChoice>(KEYS.puzzleChoice) ?? {};
  return { motif, level };
}

export const choiceStore = createStore<PuzzleChoice>(readChoice);

export function choose(choice: PuzzleChoice): void {
  choiceStore.setState(choice, true);
  tabStorage.setItem(KEYS.puzzleChoice, JSON.stringify(choice));
}

/** The id of the rush that runs in this window, or null. */
export function savedRush(): string | null {
  return tabStorage.getItem(KEYS.rush);
}

export function saveRush(rushId: string | null): void {
  if (rushId === null) tabStorage.removeItem(KEYS.rush);
  else tabStorage.setItem(KEYS.rush, rushId);
}
