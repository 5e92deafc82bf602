import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fromNear, groupsNear, type Rated, shuffled, targetOf } from './selection.ts';

const pool = fc
  .array(fc.integer({ min: 600, max: 2_600 }), { maxLength: 300 })
  .map((ratings) => ratings.toSorted((a, b) => a - b).map((rating, n): Rated => ({ id: String(n), rating })));
const target = fc.integer({ min: 400, max: 2_800 });

test.each([
  [1_500, 'right', 1_500],
  [1_500, 'easier', 1_300],
  [1_500, 'harder', 1_700],
  [null, 'right', 1_350],
  [null, 'harder', 1_550],
] as const)('a caller with %s who wants a %s one gets about %i', (rating, level, expected) => {
  expect(targetOf(rating, level, () => 0.5)).toBe(expected);
});

test('the nearest come first, each once', () => {
  fc.assert(
    fc.property(pool, target, (puzzles, rating) => {
      const found = fromNear(puzzles, rating).toArray();
      const distances = found.map((puzzle) => Math.abs(puzzle.rating - rating));
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
      expect(new Set(found)).toEqual(new Set(puzzles));
    }),
  );
});

describe('groups', () => {
  it('hold every puzzle once, all near ones before those farther away', () => {
    fc.assert(
      fc.property(
        pool,
        target,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (puzzles, rating, stream) => {
          const random = () => stream.next().value as number;
          const found = groupsNear(puzzles, rating, random).toArray().flat();
          expect(found.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(puzzles);
          const near = found.map((puzzle) => Math.abs(puzzle.rating - rating) <= 100);
          const count = near.filter(Boolean).length;
          expect(near.slice(0, Math.max(20, count)).filter(Boolean)).toHaveLength(count);
        },
      ),
    );
  });

  it('begin with another puzzle each time', () => {
    const puzzles = Array.from({ length: 200 }, (_, n) => ({ id: String(n), rating: 1_400 + n }));
    let seed = 7;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const firsts = Array.from({ length: 40 }, () => groupsNear(puzzles, 1_500, random).next().value![0]!.id);
    expect(new Set(firsts).size).toBeGreaterThan(25);
  });
});

test('a random order holds the same items', () => {
  expect(shuffled([1, 2, 3, 4], () => 0).toSorted()).toEqual([1, 2, 3, 4]);
  expect(shuffled([], () => 0)).toEqual([]);
});
