import { LESSONS } from './course/course.ts';
import type { Lesson, LessonStep } from './lesson.ts';

/** What a learner has done; stored on the device, and later with the account. */
export interface Progress {
  /** Ids of finished steps, in the order of the course. */
  readonly done: readonly string[];
  /** Time spent on the steps. */
  readonly seconds: number;
}

/** A step of the course: index of its lesson, index within it. */
export interface Place {
  readonly lesson: number;
  readonly step: number;
}

export const NO_PROGRESS: Progress = { done: [], seconds: 0 };

/** Every step in the order of the course. */
const PLACES: readonly Place[] = LESSONS.flatMap(({ steps }, lesson) =>
  steps.map((_, step) => ({ lesson, step })),
);
const IDS: readonly string[] = PLACES.map((place) => stepAt(place).id);

/** Number of steps of the course. */
export const STEP_COUNT = PLACES.length;
/** A day. */
const MAX_SECONDS = 86_400;
/** Characters of a stored text; all ids have a quarter of this. */
const MAX_TEXT = 4_000;

export function stepAt({ lesson, step }: Place): LessonStep {
  return LESSONS[lesson]!.steps[step]!;
}

function isDoneAt({ done }: Progress, place: Place): boolean {
  return done.includes(stepAt(place).id);
}

/** Returns the first unfinished step; null if none is left. */
export function firstOpen(progress: Progress): Place | null {
  return PLACES.find((place) => !isDoneAt(progress, place)) ?? null;
}

/** Returns the step at which a lesson opens: its first unfinished one, or the first. */
export function openingOf(progress: Progress, lesson: number): Place {
  const step = LESSONS[lesson]!.steps.findIndex(({ id }) => !progress.done.includes(id));
  return { lesson, step: Math.max(0, step) };
}

/** Returns the neighbor of a step in the course; null at its ends. */
export function placeBeside({ lesson, step }: Place, by: 1 | -1): Place | null {
  const index = PLACES.findIndex((one) => one.lesson === lesson && one.step === step);
  return PLACES[index + by] ?? null;
}

/** Returns where the next lesson opens; null after the last one. */
export function nextLesson(progress: Progress, { lesson }: Place): Place | null {
  return lesson + 1 < LESSONS.length ? openingOf(progress, lesson + 1) : null;
}

/** Returns the number of finished steps of a lesson. */
export function stepsDone({ done }: Progress, { steps }: Lesson): number {
  return steps.filter(({ id }) => done.includes(id)).length;
}

export function isLessonDone(progress: Progress, lesson: Lesson): boolean {
  return stepsDone(progress, lesson) === lesson.steps.length;
}

/** Returns the number of finished lessons. */
export function lessonsDone(progress: Progress): number {
  return LESSONS.filter((lesson) => isLessonDone(progress, lesson)).length;
}

/** Returns what two devices, windows or accounts have done together; time is not counted twice. */
export function mergeProgress(one: Progress, other: Progress): Progress {
  const known = new Set([...one.done, ...other.done]);
  return {
    done: IDS.filter((id) => known.has(id)),
    seconds: Math.min(MAX_SECONDS, Math.max(one.seconds, other.seconds)),
  };
}

/** Returns the progress after a step that took `seconds`; a step counts its time once. */
export function withStep(progress: Progress, id: string, seconds: number): Progress {
  if (progress.done.includes(id)) return progress;
  const spent = progress.seconds + Math.max(0, Math.round(seconds));
  return mergeProgress(progress, { done: [id], seconds: spent });
}

export function formatProgress({ done, seconds }: Progress): string {
  return JSON.stringify({ done, seconds });
}

/** Returns the progress of a stored text, which is untrusted: unknown steps are dropped, a broken text has none. */
export function parseProgress(text: string | null): Progress {
  const { done, seconds } = objectOf(text);
  const ids = Array.isArray(done) ? done.filter((id) => typeof id === 'string') : [];
  const spent = typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0;
  return mergeProgress(NO_PROGRESS, { done: ids, seconds: spent });
}

function objectOf(text: string | null): { done?: unknown; seconds?: unknown } {
  if (text === null || text.length > MAX_TEXT) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
