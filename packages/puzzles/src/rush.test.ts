import { expect, test } from 'vitest';
import { isRushOver, rushAfter, rushRating } from './rush.ts';

const FRESH = { endsAt: 180_000, score: 0, mistakes: 0 };

test('ends by time or with the third mistake', () => {
  expect(isRushOver(FRESH, 3, 179_999)).toBe(false);
  expect(isRushOver(FRESH, 3, 180_000)).toBe(true);
  const after = (...solved: boolean[]) => solved.reduce(rushAfter, FRESH);
  expect(after(true, false, true, false)).toEqual({ endsAt: 180_000, score: 2, mistakes: 2 });
  expect(isRushOver(after(false, true, false), 3, 0)).toBe(false);
  expect(isRushOver(after(false, false, false), 3, 0)).toBe(true);
});

test('becomes harder with each puzzle until the hardest', () => {
  const ratings = Array.from({ length: 60 }, (_, n) => rushRating(n));
  expect(ratings).toEqual(ratings.toSorted((a, b) => a - b));
  expect([ratings[0], ratings[10], ratings[59]]).toEqual([900, 1_400, 2_300]);
});
