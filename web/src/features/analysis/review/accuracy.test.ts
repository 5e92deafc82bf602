import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gameAccuracy, moveAccuracy, moveWeights } from './accuracy.ts';

const percent = fc.double({ min: 0, max: 100, noNaN: true });

describe('a move', () => {
  // By the formula on https://lichess.org/page/accuracy.
  test.each([
    [0, 100],
    [5, 79.8],
    [10, 63.6],
    [20, 40.0],
    [50, 8.5],
    [100, 0],
  ])('that loses %d points of win rate: %d', (loss, accuracy) => {
    expect(moveAccuracy(loss)).toBeCloseTo(accuracy, 0);
  });

  test('is within 0 and 100, and does not grow with the loss', () => {
    fc.assert(
      fc.property(percent, percent, (a, b) => {
        const [more, less] = [moveAccuracy(Math.max(a, b)), moveAccuracy(Math.min(a, b))];
        expect(more).toBeLessThanOrEqual(less);
        expect(more).toBeGreaterThanOrEqual(0);
        expect(less).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('weights', () => {
  test('returns one weight for each move, within the bounds', () => {
    fc.assert(
      fc.property(fc.array(percent, { maxLength: 120 }), (rates) => {
        const weights = moveWeights(rates);
        expect(weights).toHaveLength(Math.max(0, rates.length - 1));
        expect(weights.every((weight) => weight >= 0.5 && weight <= 12)).toBe(true);
      }),
    );
  });

  test('weighs a move in a volatile position more than one in a quiet position', () => {
    const [calm = 0, , storm = 0] = moveWeights([50, 50, 50, 90, 90]);
    expect(calm).toBe(0.5);
    expect(storm).toBe(12);
  });
});

describe('a game', () => {
  test('without a move has no accuracy', () => expect(gameAccuracy([])).toBeNull());

  test.each([
    [[100, 100, 100], 100],
    [[60, 60], 60],
    // The plain mean is 50, the harmonic one counts 0 as 1: 2 / (1 + 0.01) = 1.98.
    [[100, 0], 25.99],
  ])('of moves of %j: %d', (accuracies, accuracy) => {
    expect(gameAccuracy(accuracies.map((one) => ({ accuracy: one, weight: 2 })))).toBeCloseTo(accuracy, 2);
  });

  test('is at most 100, whatever the rounding', () => {
    const weights = [10.1, 9.2, 4.9, 0.9, 9.8];
    expect(gameAccuracy(weights.map((weight) => ({ accuracy: 100, weight })))).toBe(100);
  });

  test('lies between its worst and its best move', () => {
    const move = fc.record({
      accuracy: fc.double({ min: 1, max: 100, noNaN: true }),
      weight: fc.double({ min: 0.5, max: 12, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 60 }), (moves) => {
        const all = moves.map(({ accuracy }) => accuracy);
        const accuracy = gameAccuracy(moves) ?? Number.NaN;
        expect(accuracy).toBeGreaterThanOrEqual(Math.min(...all) - 1e-6);
        expect(accuracy).toBeLessThanOrEqual(Math.max(...all) + 1e-6);
      }),
    );
  });
});
