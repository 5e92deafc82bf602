import { expect, test } from 'vitest';
import { averageWait, expectedWaitOf, fieldOf, formatAverage, parseAverage } from './index.ts';

const NOW = 1_700_000_000_000;
const HOUR = 60 * 60 * 1_000;

test('an average follows the waits and restarts after two hours', () => {
  let average = averageWait(null, 10, NOW);
  expect(average).toEqual({ seconds: 10, at: NOW, count: 1 });
  for (let i = 0; i < 60; i++) average = averageWait(average, 30, NOW);
  expect(average.seconds).toBeCloseTo(30, 1);
  expect(averageWait(average, 5, NOW + 3 * HOUR).seconds).toBe(5);
});

test('returns the first average that is not outdated', () => {
  const known = (seconds: number, at = NOW) => ({ seconds, at, count: 10 });
  expect(expectedWaitOf([null, known(12.4)], NOW)).toBe(12);
  expect(expectedWaitOf([known(3, NOW - 3 * HOUR), known(12)], NOW)).toBe(12);
  expect(expectedWaitOf([known(0.2)], NOW)).toBe(1);
  expect(expectedWaitOf([null, null], NOW)).toBeNull();
});

test('forecasts nothing from fewer than ten waits, and begins with their mean', () => {
  let average = averageWait(null, 300, NOW);
  for (let i = 1; i < 9; i++) average = averageWait(average, 10, NOW);
  expect([average.count, expectedWaitOf([average], NOW)]).toEqual([9, null]);
  average = averageWait(average, 10, NOW);
  expect(expectedWaitOf([average], NOW)).not.toBeNull();
  expect(averageWait(averageWait(null, 10, NOW), 20, NOW).seconds).toBe(15);
});

test('stores averages by pool and rating band', () => {
  expect([fieldOf('5+3:rated'), fieldOf('5+3:rated', 1_599), fieldOf('5+3:rated', 1_600)]).toEqual([
    '5+3:rated',
    '5+3:rated:7',
    '5+3:rated:8',
  ]);
  expect([parseAverage('12.5 1000'), parseAverage(null), parseAverage('')]).toEqual([
    { seconds: 12.5, at: 1_000, count: 1 },
    null,
    null,
  ]);
  const average = { seconds: 12.5, at: 1_000, count: 7 };
  expect(parseAverage(formatAverage(average))).toEqual(average);
});
