import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTimes } from './local-times.ts';

const NOW = Date.UTC(2026, 10, 22);
const HOUR = 3_600_000;
const YEAR = 366 * 86_400_000;

describe('the times of a local game', () => {
  it.each<[string, Parameters<typeof localTimes>[0], ReturnType<typeof localTimes>]>([
    [
      'stand where they can be true',
      { startTime: NOW - HOUR, moveTimes: [5, 5, 900], timestamps: [] },
      { startTime: NOW - HOUR, endTime: NOW - HOUR + 900, moveTimes: [5, 5, 900] },
    ],
    [
      'end now where no start is known',
      { moveTimes: [5, 900, 1_000], timestamps: [] },
      { startTime: NOW - 1_000, endTime: NOW, moveTimes: [5, 900, 1_000] },
    ],
    [
      'end now where the start is to come',
      { startTime: NOW + 1, moveTimes: [0, 0, 7], timestamps: [] },
      { startTime: NOW - 7, endTime: NOW, moveTimes: [0, 0, 7] },
    ],
    [
      'end now where the game would end later',
      { startTime: NOW - 5, moveTimes: [0, 0, 7], timestamps: [] },
      { startTime: NOW - 7, endTime: NOW, moveTimes: [0, 0, 7] },
    ],
    [
      'end now where the clock stood at its beginning',
      { startTime: 0, moveTimes: [1, 2, 3], timestamps: [] },
      { startTime: NOW - 3, endTime: NOW, moveTimes: [1, 2, 3] },
    ],
    [
      'never run back',
      { startTime: NOW - HOUR, moveTimes: [10, 3, 12], timestamps: [] },
      { startTime: NOW - HOUR, endTime: NOW - HOUR + 12, moveTimes: [10, 10, 12] },
    ],
    [
      'are bounded',
      { moveTimes: [0, 1, 1e15], timestamps: [] },
      { startTime: NOW - YEAR, endTime: NOW, moveTimes: [0, 1, YEAR] },
    ],
    [
      'follow from the moves’ own',
      { timestamps: [NOW - 900.4, NOW - 500, NOW - 100] },
      { startTime: NOW - 900, endTime: NOW - 100, moveTimes: [0, 400, 800] },
    ],
    [
      'are nothing where a move has none',
      { timestamps: [NOW - 900, undefined, NOW - 100], startTime: NOW - HOUR },
      { startTime: NOW - HOUR, endTime: NOW - HOUR, moveTimes: [0, 0, 0] },
    ],
    ['may be missing', { timestamps: [] }, { startTime: NOW, endTime: NOW, moveTimes: [0, 0, 0] }],
  ])('%s', (_case, stated, times) => {
    expect(localTimes(stated, 3, NOW)).toEqual(times);
  });

  it('are plausible for any input', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const said = fc.record({
      startTime: fc.option(number, { nil: undefined }),
      moveTimes: fc.option(fc.array(fc.maxSafeNat(), { minLength: 3, maxLength: 3 }), { nil: undefined }),
      timestamps: fc.array(fc.option(number, { nil: undefined }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(said, (stated) => {
        const { startTime, endTime, moveTimes } = localTimes(stated, 3, NOW);
        expect(moveTimes).toHaveLength(3);
        expect([startTime, endTime, ...moveTimes].every(Number.isSafeInteger)).toBe(true);
        expect(moveTimes).toEqual(moveTimes.toSorted((a, b) => a - b));
        expect(moveTimes[0]).toBeGreaterThanOrEqual(0);
        expect(startTime).toBeGreaterThan(Date.UTC(2019, 11, 31));
        expect(endTime).toBe(startTime + moveTimes[2]!);
        expect(endTime).toBeLessThanOrEqual(NOW);
      }),
    );
  });
});
