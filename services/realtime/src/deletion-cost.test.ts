import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterWrite, type CostState, costToWrite, initialCost } from './deletion-cost.ts';

const MINUTE = 60_000;

function written(cost: number, now = 0): CostState {
  return afterWrite(initialCost(now), cost, now);
}

describe('the cost of deletion', () => {
  test('is written at startup, regardless of the value that an earlier process left', () => {
    expect(costToWrite(initialCost(0), 0, 0)).toBe(0);
  });

  test.each([
    [100, 119, null],
    [100, 120, 120],
    [100, 81, null],
    [100, 80, 80],
    [0, 1, 1],
    [1, 0, 0],
    [3, 12, null],
    [3, 13, 13],
  ])('a change from %d to %d connections writes %s', (before, connections, cost) => {
    expect(costToWrite(written(before), connections, MINUTE)).toBe(cost);
  });

  test('is written at most once a minute', () => {
    expect(costToWrite(written(0), 5_000, MINUTE - 1)).toBeNull();
    expect(costToWrite(written(0), 5_000, MINUTE)).toBe(5_000);
  });

  test('the delay grows with failures to at most ten minutes and resets after a success', () => {
    let [state, now] = [initialCost(0), 0];
    const pauses = Array.from({ length: 6 }, () => {
      state = afterWrite(state, null, now);
      const pause = state.notBefore - now;
      now = state.notBefore;
      return pause / MINUTE;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 10, 10]);
    expect(afterWrite(state, 7, now)).toEqual({ written: 7, failures: 0, notBefore: now + MINUTE });
  });

  test('keeps writes at least one minute apart for any sequence of counts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 300 }), (counts) => {
        let state = initialCost(0);
        const writes = counts.flatMap((connections, n) => {
          const now = n * 1_000;
          const cost = costToWrite(state, connections, now);
          if (cost === null) return [];
          state = afterWrite(state, cost, now);
          return [now];
        });
        for (const [n, at] of writes.slice(1).entries())
          expect(at - writes[n]!).toBeGreaterThanOrEqual(MINUTE);
      }),
    );
  });
});
