import { type Game, gameAfter, plyCount } from '@doushouqi/rules';
import { type Evaluation, type Evaluations, isDecided, plysToEvaluate } from './evaluation.ts';
import type { Found } from './source.ts';

/**
 * Work of one engine for a page: it analyzes the shown position, evaluates a single position such as that after a try,
 * and all positions of a game, one search at a time. The shown position goes first, the game last. Pure.
 */
export interface EngineWork {
  /** The game whose last position is analyzed; null while the analysis is off. */
  readonly live: Game | null;
  readonly found: Found | null;
  /** Nothing more is looked for in the shown position. */
  readonly isComplete: boolean;
  /** The game that is or was reviewed. */
  readonly review: ReviewWork | null;
  readonly single: Single | null;
  readonly job: Job | null;
  /** Error of the last search; the next request clears it. */
  readonly failure: Failure | null;
}

interface ReviewWork {
  readonly game: Game;
  readonly evaluations: Evaluations;
  /** Plies of the positions that are left to evaluate. */
  readonly left: readonly number[];
  readonly isRunning: boolean;
}

/** A position that is evaluated like those of a review; `evaluation` is null until then. */
interface Single {
  /** The game that ends at the position. */
  readonly game: Game;
  readonly evaluation: Evaluation | null;
}

/** The engine's current job. `isStopped`: it was ordered to stop, and its further results do not count. */
export type Job =
  | { readonly kind: 'live' | 'single'; readonly game: Game; readonly isStopped: boolean }
  | { readonly kind: 'review'; readonly game: Game; readonly ply: number; readonly isStopped: boolean };

/** Reason of a failure: the engine did not load, it crashed, or the service could not read the position. */
export type Failure = 'LOAD_TIMEOUT' | 'CRASHED' | 'NO_FEN';

export type WorkEvent =
  /** Another position is shown; null: the analysis is off. */
  | { readonly kind: 'show'; readonly game: Game | null }
  /** A game becomes reviewable; `evaluations` are already known. */
  | { readonly kind: 'review'; readonly game: Game; readonly evaluations: Evaluations }
  /** Requests the evaluation of a single position; null: none. The same position retries after a failure. */
  | { readonly kind: 'single'; readonly game: Game | null }
  /** Pauses the review, or starts or continues it. */
  | { readonly kind: 'pause' | 'resume' }
  /** The engine reports intermediate or final results; those of a review are evaluations. */
  | { readonly kind: 'received'; readonly found: Found }
  | { readonly kind: 'analyzed'; readonly found: Found }
  | { readonly kind: 'evaluated'; readonly evaluation: Evaluation }
  | { readonly kind: 'failed'; readonly failure: Failure };

export const IDLE: EngineWork = {
  live: null,
  found: null,
  isComplete: true,
  review: null,
  single: null,
  job: null,
  failure: null,
};

/** Returns the work after an event. `next` returns the engine's next order. */
export function workAfter(work: EngineWork, event: WorkEvent): EngineWork {
  switch (event.kind) {
    case 'show':
      return showLive(work, event.game);
    case 'review':
      return { ...work, review: reviewing(event.game, event.evaluations), failure: null };
    case 'single':
      return showSingle(work, event.game);
    case 'pause':
    case 'resume':
      return setRunning(work, event.kind === 'resume');
    case 'received':
      return work.job?.kind === 'live' && !work.job.isStopped ? { ...work, found: event.found } : work;
    case 'analyzed':
      return finishLive(work, event.found);
    case 'evaluated':
      return finishEvaluation(work, event.evaluation);
    case 'failed':
      return failed(work, event.failure);
  }
}

function showLive(work: EngineWork, game: Game | null): EngineWork {
  if (game === work.live && work.failure === null) return work;
  const isComplete = game === null || isDecided(game);
  return { ...work, live: game, found: null, isComplete, failure: null };
}

function reviewing(game: Game, evaluations: Evaluations): ReviewWork {
  const known = Array.from({ length: plyCount(game) + 1 }, (_, ply) => evaluations[ply] ?? null);
  const left = plysToEvaluate(game).filter((ply) => known[ply] === null);
  return { game, evaluations: known, left, isRunning: false };
}

function showSingle(work: EngineWork, game: Game | null): EngineWork {
  if (game === (work.single?.game ?? null) && (game === null || work.failure === null)) return work;
  return { ...work, single: game && { game, evaluation: null }, failure: null };
}

function setRunning(work: EngineWork, isRunning: boolean): EngineWork {
  const { review } = work;
  if (!review || review.left.length === 0) return work;
  return { ...work, review: { ...review, isRunning }, failure: isRunning ? null : work.failure };
}

function finishLive(work: EngineWork, found: Found): EngineWork {
  const { job } = work;
  const counts = job?.kind === 'live' && !job.isStopped;
  return counts ? { ...work, job: null, found, isComplete: true } : { ...work, job: null };
}

function finishEvaluation(work: EngineWork, evaluation: Evaluation): EngineWork {
  const { job, review, single } = work;
  const rest = { ...work, job: null };
  if (!job || job.isStopped) return rest;
  if (job.kind === 'single')
    return single?.game === job.game ? { ...rest, single: { ...single, evaluation } } : rest;
  if (job.kind !== 'review' || review?.game !== job.game) return rest;
  const left = review.left.filter((ply) => ply !== job.ply);
  const evaluations = review.evaluations.map((old, ply) => (ply === job.ply ? evaluation : old));
  return { ...rest, review: { ...review, evaluations, left, isRunning: left.length > 0 } };
}

function failed(work: EngineWork, failure: Failure): EngineWork {
  const rest = { ...work, job: null };
  // A search that was ordered to stop may fail because its engine was closed.
  if (work.job?.isStopped) return rest;
  const review = work.review && { ...work.review, isRunning: false };
  return { ...rest, isComplete: true, review, failure };
}

/** The next order to the engine: stop the current job, begin one, or null for none. */
export type Order = { readonly kind: 'stop' } | { readonly kind: 'begin'; readonly job: Job };

/** Returns the work with its next order, and the order. */
export function next(work: EngineWork): { work: EngineWork; order: Order | null } {
  const { job } = work;
  const wish = wishOf(work);
  if (job === null) {
    return wish
      ? { work: { ...work, job: wish }, order: { kind: 'begin', job: wish } }
      : { work, order: null };
  }
  if (job.isStopped || (wish && isSameJob(job, wish))) return { work, order: null };
  return { work: { ...work, job: { ...job, isStopped: true } }, order: { kind: 'stop' } };
}

function isSameJob(one: Job, other: Job): boolean {
  if (one.game !== other.game) return false;
  if (one.kind === 'review') return other.kind === 'review' && one.ply === other.ply;
  return one.kind === other.kind;
}

function wishOf({ live, isComplete, review, single, failure }: EngineWork): Job | null {
  if (live && !isComplete) return { kind: 'live', game: live, isStopped: false };
  const isAsked = single && single.evaluation === null && failure === null;
  if (isAsked) return { kind: 'single', game: single.game, isStopped: false };
  const ply = review?.isRunning ? review.left[0] : undefined;
  return review && ply !== undefined ? { kind: 'review', game: review.game, ply, isStopped: false } : null;
}

/** Returns the game up to the position of a job. */
export function gameOfJob(job: Job): Game {
  return job.kind === 'review' ? gameAfter(job.game, job.ply) : job.game;
}
