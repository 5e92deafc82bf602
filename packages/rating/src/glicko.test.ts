import { describe, expect, test } from 'vitest';
import { deviationAt, isProvisional, provisionalFrom, rateScores, START } from './index.ts';

const DAY = 86_400_000;

test('computes the example of Glickman’s paper', () => {
  const scores = [
    { opponent: { rating: 1400, deviation: 30 }, points: 1 },
    { opponent: { rating: 1550, deviation: 100 }, points: 0 },
    { opponent: { rating: 1700, deviation: 300 }, points: 0 },
  ];
  const after = rateScores({ rating: 1500, deviation: 200, volatility: 0.06 }, scores, 1);
  // The paper rounds intermediate results: 1464.06, 151.52, 0.05999.
  expect(Math.abs(after.rating - 1464.06)).toBeLessThan(0.01);
  expect(Math.abs(after.deviation - 151.52)).toBeLessThan(0.01);
  expect(Math.abs(after.volatility - 0.05999)).toBeLessThan(0.00001);
});

describe('absence', () => {
  const rested = { rating: 1700, deviation: 60, volatility: 0.06, ratedAt: 0 };

  test('increases a deviation from 60 to 110 in a year, and at most to 350', () => {
    expect(deviationAt(rested, 365 * DAY)).toBeCloseTo(110, 6);
    expect(deviationAt(rested, 0)).toBe(60);
    expect(deviationAt(rested, -DAY)).toBe(60);
    expect(deviationAt(rested, 100_000 * DAY)).toBe(350);
  });

  test('makes a rating provisional at a predictable time', () => {
    const from = provisionalFrom(rested)!;
    expect(isProvisional(rested, from + 1)).toBe(true);
    expect(isProvisional(rested, from - 1)).toBe(false);
    expect(provisionalFrom(START)).toBeNull();
    expect(provisionalFrom({ ...rested, deviation: 110 })).toBeNull();
  });
});
