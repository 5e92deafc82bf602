/** Stars by level, and which levels and chapters they open. Pure. */
import { CHAPTERS, type Chapter, LEVELS_OF_CHAPTER, type Level, numberOf } from './level.ts';
import { LEVELS } from './levels.ts';
import type { Stars } from './stars.ts';

/** The best stars of each solved level by its id. */
export type Progress = Readonly<Record<string, Stars>>;

export const MOST_STARS = LEVELS.length * 3;
/** Stars of a chapter that open the next: half of them. */
export const STARS_TO_OPEN = Math.ceil((LEVELS_OF_CHAPTER * 3) / 2);
/** Unsolved levels of a chapter that are open at a time. */
const OPEN_AHEAD = 3;

const BY_ID = new Map(LEVELS.map((level) => [level.id, level]));

/** Returns a level by its id, or null. */
export function levelOf(id: string): Level | null {
  return BY_ID.get(id) ?? null;
}

/** Returns the nine levels of a chapter. */
export function levelsOf(chapter: Chapter): readonly Level[] {
  return LEVELS.filter((level) => level.chapter === chapter);
}

export function starsOf(progress: Progress, { id }: Pick<Level, 'id'>): Stars {
  return progress[id] ?? 0;
}

/** Returns the stars of a chapter, or of all. */
export function totalStars(progress: Progress, chapter?: Chapter): number {
  const counted = chapter ? levelsOf(chapter) : LEVELS;
  return counted.reduce((sum, level) => sum + starsOf(progress, level), 0);
}

/** Returns the solved levels of a chapter. */
export function solvedLevels(progress: Progress, chapter: Chapter): number {
  return levelsOf(chapter).filter((level) => starsOf(progress, level) > 0).length;
}

/** Returns the stars that a chapter still needs to open: 0 if it is open. */
export function starsMissing(progress: Progress, chapter: Chapter): number {
  const before = CHAPTERS[CHAPTERS.indexOf(chapter) - 1];
  // What was solved stays open.
  if (before === undefined || totalStars(progress, chapter) > 0) return 0;
  return Math.max(0, STARS_TO_OPEN - totalStars(progress, before));
}

/** Whether a level may be played: solved ones, and the first three unsolved of an open chapter. */
export function isLevelOpen(progress: Progress, level: Level): boolean {
  if (starsMissing(progress, level.chapter) > 0) return false;
  if (starsOf(progress, level) > 0) return true;
  const before = levelsOf(level.chapter).filter((other) => numberOf(other) < numberOf(level));
  return before.filter((other) => starsOf(progress, other) === 0).length < OPEN_AHEAD;
}

/** Returns the level to go on with: the first unsolved one of the last open chapter, or of any open one; else the first. */
export function currentLevel(progress: Progress): Level {
  const open = LEVELS.filter((level) => isLevelOpen(progress, level));
  const unsolved = open.filter((level) => starsOf(progress, level) === 0);
  const last = unsolved.at(-1)?.chapter;
  return unsolved.find(({ chapter }) => chapter === last) ?? LEVELS[0]!;
}

/** Returns the next open level after a level, null if there is none. */
export function levelAfter(progress: Progress, level: Level): Level | null {
  const next = LEVELS[LEVELS.indexOf(level) + 1];
  return next && isLevelOpen(progress, next) ? next : null;
}

/** Returns progress with the stars of a level, if they are more than before. */
export function withStars(progress: Progress, { id }: Pick<Level, 'id'>, stars: Stars): Progress {
  return stars > (progress[id] ?? 0) ? { ...progress, [id]: stars } : progress;
}

/** Reads stored progress. Unknown levels and values are left out; null and damaged texts give none. */
export function parseProgress(text: string | null): Progress {
  const entries = Object.entries(parsed(text));
  return Object.fromEntries(entries.filter((entry): entry is [string, Stars] => isStars(...entry)));
}

function isStars(id: string, stars: unknown): boolean {
  return BY_ID.has(id) && (stars === 1 || stars === 2 || stars === 3);
}

function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export function formatProgress(progress: Progress): string {
  return JSON.stringify(progress);
}
