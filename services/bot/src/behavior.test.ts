import type { Level } from '@doushouqi/engine';
import { MAX_PLIES, TIME_CONTROLS } from '@doushouqi/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreesToDraw, HURRY, isLost, searchTime, thinkingTime, withWinRate } from './behavior.ts';

const level = fc.constantFrom<Level>(1, 2, 3, 4, 5);
const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

describe('the pace', () => {
  test('is a human one while there is time', () => {
    fc.assert(
      fc.property(level, fc.nat(200), random, (of, ply, share) => {
        const ms = thinkingTime(of, ply, 300_000, share);
        expect(ms).toBeGreaterThanOrEqual(700);
        expect(ms).toBeLessThanOrEqual(3_600);
      }),
    );
  });

  test.each(TIME_CONTROLS)(
    'never gets into a hurry in a game of 500 rounds by $initial+$increment',
    (control) => {
      const latency = 300;
      fc.assert(
        fc.property(level, random, (of, share) => {
          let left = control.initial * 60_000;
          for (let ply = 0; ply < MAX_PLIES; ply += 2) {
            left -= Math.max(thinkingTime(of, ply, left, share), searchTime(left)) + latency;
            expect(left).toBeGreaterThan(HURRY);
            left += control.increment * 1_000;
          }
        }),
      );
    },
  );
});

test.each<[string, number[], ply: number, boolean]>([
  ['four lost positions in a row', [1, 0, 1, 0], 40, true],
  ['one hopeful position among them', [1, 30, 1, 0], 40, false],
  ['too few evaluations', [0, 0, 0], 40, false],
  ['an early loss', [0, 0, 0, 0], 20, false],
])('resigns after %s: %o at ply %i: %s', (_, rates, ply, expected) => {
  expect(isLost(rates, ply)).toBe(expected);
});

test.each<[string, number[], ply: number, boolean]>([
  ['a worse position', [50, 35], 12, true],
  ['a long level game', [50, 51, 49, 50], 80, true],
  ['a level position early in the game', [50, 51, 49, 50], 30, false],
  ['a better position', [50, 70, 72, 75], 80, false],
  ['a game that it has not judged yet', [], 80, false],
])('agrees to a draw in %s: %o at ply %i: %s', (_, rates, ply, expected) => {
  expect(agreesToDraw(rates, ply)).toBe(expected);
});

test('judges by the last four evaluations', () => {
  expect([1, 2, 3, 4, 5].reduce<readonly number[]>(withWinRate, [])).toEqual([2, 3, 4, 5]);
});
