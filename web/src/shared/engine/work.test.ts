import { gameAfter, newGame, plyCount } from '@doushouqi/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluated, evaluatedGame } from '../../../test/evaluations.ts';
import { playPicks } from '../../../test/studies.ts';
import type { Found } from './source.ts';
import { type EngineWork, gameOfJob, IDLE, next, type Order, type WorkEvent, workAfter } from './work.ts';

const [ONE, OTHER] = [playPicks([1]), playPicks([2])];
const GAME = playPicks([1, 2, 3]);
const FOUND: Found = { depth: 3, nodes: 100, lines: [] };

/** Returns the work after events, and the order to the engine after the last one. */
function after(...events: WorkEvent[]): { work: EngineWork; order: Order | null } {
  let state: { work: EngineWork; order: Order | null } = { work: IDLE, order: null };
  for (const event of events) state = next(workAfter(state.work, event));
  return state;
}

const SHOW = { kind: 'show', game: ONE } as const;
const REVIEW = { kind: 'review', game: GAME, evaluations: [] } as const;
const BEGIN = [REVIEW, { kind: 'resume' }] as const;
const EVALUATED = { kind: 'evaluated', evaluation: evaluated(GAME, 0) } as const;

describe('the shown position', () => {
  test('is analyzed at once until it is resolved', () => {
    expect(after(SHOW).order).toMatchObject({ kind: 'begin', job: { kind: 'live', game: ONE } });
    expect(after(SHOW, SHOW).order).toBeNull();
    const { work, order } = after(SHOW, { kind: 'analyzed', found: FOUND });
    expect(work).toMatchObject({ found: FOUND, isComplete: true, job: null });
    expect(order).toBeNull();
  });

  test('stops the search when another position is shown, and ignores its last results', () => {
    const show = { kind: 'show', game: OTHER } as const;
    expect(after(SHOW, show).order).toEqual({ kind: 'stop' });
    expect(after(SHOW, show, { kind: 'received', found: FOUND }).work.found).toBeNull();
    const begun = after(SHOW, show, { kind: 'analyzed', found: FOUND });
    expect(begun.work.found).toBeNull();
    expect(begun.order).toMatchObject({ kind: 'begin', job: { game: OTHER } });
  });

  test('stops the search and clears the results when switched off', () => {
    const off = { kind: 'show', game: null } as const;
    expect(after(SHOW, { kind: 'received', found: FOUND }, off)).toMatchObject({
      work: { found: null },
      order: { kind: 'stop' },
    });
    expect(after(SHOW, off, { kind: 'analyzed', found: FOUND }).order).toBeNull();
  });

  test('reports a failure and retries only on request', () => {
    const failed = after(SHOW, { kind: 'failed', failure: 'LOAD_TIMEOUT' });
    expect(failed).toMatchObject({ work: { failure: 'LOAD_TIMEOUT', job: null }, order: null });
    expect(after(SHOW, { kind: 'failed', failure: 'CRASHED' }, SHOW)).toMatchObject({
      work: { failure: null },
      order: { kind: 'begin' },
    });
  });
});

describe('a review', () => {
  test('evaluates one position after the other', () => {
    const { work, order } = after(...BEGIN, EVALUATED);
    expect(work.review).toMatchObject({ left: [1, 2, 3], isRunning: true });
    expect(order).toMatchObject({ kind: 'begin', job: { kind: 'review', ply: 1 } });
    const whole = after(...BEGIN, EVALUATED, EVALUATED, EVALUATED, EVALUATED);
    expect(whole).toMatchObject({ work: { review: { left: [], isRunning: false } }, order: null });
  });

  test('continues where it was canceled and drops the unfinished position', () => {
    const paused = after(...BEGIN, EVALUATED, { kind: 'pause' });
    expect(paused.order).toEqual({ kind: 'stop' });
    const resumed = after(...BEGIN, EVALUATED, { kind: 'pause' }, EVALUATED, { kind: 'resume' });
    expect(resumed.order).toMatchObject({ kind: 'begin', job: { ply: 1 } });
  });

  test('yields to the shown position and continues after it', () => {
    expect(after(...BEGIN, SHOW).order).toEqual({ kind: 'stop' });
    expect(after(...BEGIN, SHOW, EVALUATED).order).toMatchObject({ kind: 'begin', job: { kind: 'live' } });
    const back = after(...BEGIN, SHOW, EVALUATED, { kind: 'analyzed', found: FOUND });
    expect(back.order).toMatchObject({ kind: 'begin', job: { kind: 'review', ply: 0 } });
  });

  test('that is stored needs no engine', () => {
    const stored = after({ ...REVIEW, evaluations: evaluatedGame(GAME, () => 0) });
    expect(stored).toMatchObject({ work: { review: { left: [], isRunning: false } }, order: null });
    expect(
      after({ ...REVIEW, evaluations: evaluatedGame(GAME, () => 0) }, { kind: 'resume' }).order,
    ).toBeNull();
  });

  test('is replaced by the review of another game', () => {
    const other = { kind: 'review', game: OTHER, evaluations: [] } as const;
    expect(after(...BEGIN, other).order).toEqual({ kind: 'stop' });
    expect(after(...BEGIN, other, EVALUATED).work.review?.evaluations).toEqual([null, null]);
  });

  test('analyzes the game up to the position', () => {
    const { order } = after(...BEGIN, EVALUATED);
    if (order?.kind !== 'begin') throw new Error('nothing begun');
    expect(gameOfJob(order.job)).toEqual(gameAfter(GAME, 1));
  });
});

describe('a single position', () => {
  const SINGLE = { kind: 'single', game: OTHER } as const;

  test('is evaluated before the review goes on', () => {
    const { work, order } = after(...BEGIN, SINGLE, EVALUATED);
    expect(order).toMatchObject({ kind: 'begin', job: { kind: 'single', game: OTHER } });
    const back = next(workAfter(work, EVALUATED));
    expect(back.work.single?.evaluation).toEqual(EVALUATED.evaluation);
    expect(back.order).toMatchObject({ kind: 'begin', job: { kind: 'review', ply: 0 } });
  });

  test('ignores results of a replaced request', () => {
    const gone = after(SINGLE, { kind: 'single', game: null });
    expect(gone.order).toEqual({ kind: 'stop' });
    expect(next(workAfter(gone.work, EVALUATED)).work).toMatchObject({ single: null, job: null });
  });

  test('is retried on request after a failure', () => {
    const failed = after(SINGLE, { kind: 'failed', failure: 'CRASHED' });
    expect(failed).toMatchObject({ work: { failure: 'CRASHED' }, order: null });
    expect(next(workAfter(failed.work, SINGLE)).order).toMatchObject({
      kind: 'begin',
      job: { kind: 'single' },
    });
  });
});

test('runs one search at a time and completes all requests in any order', () => {
  const wish = fc.constantFrom<WorkEvent[]>(
    SHOW,
    { kind: 'show', game: OTHER },
    { kind: 'show', game: null },
    { kind: 'show', game: newGame() },
    REVIEW,
    { kind: 'single', game: ONE },
    { kind: 'single', game: null },
    { kind: 'pause' },
    { kind: 'resume' },
  );
  const step = fc.oneof(wish, fc.constant('answer' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let work = IDLE;
      let running = 0;
      const send = (event: WorkEvent): void => {
        const made = next(workAfter(work, event));
        work = made.work;
        if (made.order?.kind === 'begin') running += 1;
        expect(running).toBeLessThanOrEqual(1);
      };
      const answer = (): void => {
        const { job } = work;
        if (!job) return;
        running -= 1;
        send(job.kind === 'live' ? { kind: 'analyzed', found: FOUND } : EVALUATED);
      };
      for (const one of steps) one === 'answer' ? answer() : send(one);
      for (let count = 0; work.job && count < 20; count++) answer();
      expect(work.job).toBeNull();
      expect(work.live === null || work.found !== null).toBe(true);
      expect(work.single === null || work.single.evaluation !== null).toBe(true);
      expect(work.review?.isRunning ?? false).toBe(false);
      expect(work.review?.evaluations.length ?? plyCount(GAME) + 1).toBe(plyCount(GAME) + 1);
    }),
  );
});
