import { expect, test } from 'vitest';
import { averageWait, expectedWaitOf, fieldOf, parseAverage } from './index.ts';

const NOW = 1_700_000_000_000;
const HOUR = 60 * 60 * 1_000;

test('an average follows the waits and restarts after two hours', () => {
  let average = averageWait(null, 10, NOW);
  expect(average).toEqual({ seconds: 10, at: NOW });
  for (let i = 0; i < 60; i++) average = averageWait(average, 30, NOW);
  expect(average.seconds).toBeCloseTo(30, 1);
  expect(averageWait(average, 5, NOW + 3 * HOUR).seconds).toBe(5);
});

test('returns the first average that is not outdated', () => {
  expect(expectedWaitOf([null, { seconds: 12.4, at: NOW }], NOW)).toBe(12);
  expect(
    expectedWaitOf(
      [
        { seconds: 3, at: NOW - 3 * HOUR },
        { seconds: 12, at: NOW },
      ],
      NOW,
    ),
  ).toBe(12);
  expect(expectedWaitOf([{ seconds: 0.2, at: NOW }], NOW)).toBe(1);
  expect(expectedWaitOf([null, null], NOW)).toBeNull();
});

test('stores averages by pool and rating band', () => {
  expect([fieldOf('5+3:rated'), fieldOf('5+3:rated', 1_599), fieldOf('5+3:rated', 1_600)]).toEqual([
    '5+3:rated',
    '5+3:rated:7',
    '5+3:rated:8',
  ]);
  expect([parseAverage('12.5 1000'), parseAverage(null), parseAverage('')]).toEqual([
    { seconds: 12.5, at: 1_000 },
    null,
    null,
  ]);
});
