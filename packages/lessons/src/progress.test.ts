import { describe, expect, it } from 'vitest';
import { LESSONS } from './course/course.ts';
import {
  firstOpen,
  formatProgress,
  isLessonDone,
  lessonsDone,
  mergeProgress,
  NO_PROGRESS,
  nextLesson,
  openingOf,
  type Progress,
  parseProgress,
  placeBeside,
  STEP_COUNT,
  stepAt,
  stepsDone,
  withStep,
} from './progress.ts';

const ALL: Progress = {
  done: LESSONS.flatMap(({ steps }) => steps.map(({ id }) => id)),
  seconds: 680,
};

function doneWith(...ids: string[]): Progress {
  return { done: ids, seconds: 0 };
}

describe('the next step', () => {
  it('is the first unfinished one', () => {
    expect(firstOpen(NO_PROGRESS)).toEqual({ lesson: 0, step: 0 });
    expect(firstOpen(doneWith('board-den', 'board-take-all'))).toEqual({ lesson: 0, step: 1 });
    expect(firstOpen(ALL)).toBeNull();
  });

  it('of a lesson is its first unfinished one, or its first', () => {
    expect(openingOf(doneWith('ranks-take'), 2)).toEqual({ lesson: 2, step: 1 });
    expect(openingOf(ALL, 2)).toEqual({ lesson: 2, step: 0 });
  });

  it('of the next lesson follows a skipped one', () => {
    expect(nextLesson(doneWith('rat-takes'), { lesson: 2, step: 4 })).toEqual({ lesson: 3, step: 1 });
    expect(nextLesson(NO_PROGRESS, { lesson: 9, step: 0 })).toBeNull();
  });

  it('is beside the current one, across lessons', () => {
    expect(placeBeside({ lesson: 1, step: 0 }, -1)).toEqual({ lesson: 0, step: 2 });
    expect(placeBeside({ lesson: 0, step: 2 }, 1)).toEqual({ lesson: 1, step: 0 });
    expect([placeBeside({ lesson: 0, step: 0 }, -1), placeBeside({ lesson: 9, step: 0 }, 1)]).toEqual([
      null,
      null,
    ]);
  });
});

it('counts steps and lessons', () => {
  const some = doneWith('board-den', 'board-own-den', 'board-take-all', 'ranks-take');
  expect([stepsDone(some, LESSONS[2]!), isLessonDone(some, LESSONS[0]!), lessonsDone(some)]).toEqual([
    1,
    true,
    1,
  ]);
  expect([lessonsDone(ALL), STEP_COUNT]).toEqual([10, 33]);
});

it('a finished step counts its time once', () => {
  const once = withStep(NO_PROGRESS, 'board-den', 12.4);
  expect(once).toEqual({ done: ['board-den'], seconds: 12 });
  expect(withStep(once, 'board-den', 30)).toBe(once);
  expect(withStep(once, stepAt({ lesson: 0, step: 1 }).id, -5)).toEqual({
    done: ['board-den', 'board-own-den'],
    seconds: 12,
  });
});

it('two windows together have done what either has', () => {
  const together = mergeProgress(
    { done: ['step-back', 'board-den'], seconds: 40 },
    { done: ['board-den', 'gone'], seconds: 70 },
  );
  expect(together).toEqual({ done: ['board-den', 'step-back'], seconds: 70 });
});

describe('a stored text', () => {
  it('gives the same progress', () => {
    expect(parseProgress(formatProgress(ALL))).toEqual(ALL);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['other types', '{"done":{"a":1},"seconds":"9"}'],
    ['other members', '{"done":[1,null,"nowhere"],"seconds":-3}'],
    ['a fraction', '{"done":[],"seconds":0.5}'],
    ['too long a text', `{"done":[${'"board-den",'.repeat(400)}"board-den"]}`],
  ])('with %s has none', (_, text) => {
    expect(parseProgress(text)).toEqual(NO_PROGRESS);
  });

  it('has at most a day', () => {
    expect(parseProgress('{"done":[],"seconds":999999999}').seconds).toBe(86_400);
  });
});
