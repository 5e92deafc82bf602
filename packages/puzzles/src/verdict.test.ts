import { expect, test } from 'vitest';
import { type Decision, LEAST_MOVE_MS, NO_STREAK, streakAfter, type Verdict, verdictOf } from './verdict.ts';

const SLOW: Decision = { isMissed: false, isHinted: false, tookMs: 20_000, ownMoves: 3 };

test.each<[Partial<Decision>, Verdict]>([
  [{}, 'solved'],
  [{ tookMs: 3 * LEAST_MOVE_MS }, 'solved'],
  [{ tookMs: 3 * LEAST_MOVE_MS - 1 }, 'hasty'],
  [{ tookMs: 0 }, 'hasty'],
  [{ isHinted: true }, 'aided'],
  [{ isHinted: true, tookMs: 0 }, 'aided'],
  [{ isMissed: true }, 'missed'],
  [{ isMissed: true, isHinted: true, tookMs: 0 }, 'missed'],
])('%j is %s', (decision, verdict) => {
  expect(verdictOf({ ...SLOW, ...decision })).toBe(verdict);
});

test.each<[Verdict[], { now: number; best: number }]>([
  [[], NO_STREAK],
  [['solved', 'solved'], { now: 2, best: 2 }],
  [['solved', 'solved', 'missed', 'solved'], { now: 1, best: 2 }],
  [['solved', 'aided'], { now: 0, best: 1 }],
  [['solved', 'hasty', 'solved'], { now: 2, best: 2 }],
])('the streak after %j is %j', (verdicts, streak) => {
  expect(verdicts.reduce(streakAfter, NO_STREAK)).toEqual(streak);
});
