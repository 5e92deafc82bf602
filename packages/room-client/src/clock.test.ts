import { describe, expect, it } from 'vitest';
import { observeClock } from './clock.ts';

describe('observeClock', () => {
  it('takes the middle of the first exchange', () => {
    expect(observeClock(null, 10_000, 100, 140)).toEqual({ offset: 9_880, roundTrip: 40 });
  });

  it('prefers the faster of two consistent observations', () => {
    const quick = { offset: 9_880, roundTrip: 40 };
    expect(observeClock(quick, 20_000, 9_900, 10_300)).toBe(quick);
    expect(observeClock({ offset: 9_900, roundTrip: 400 }, 10_000, 100, 140)).toEqual(quick);
  });

  it('prefers the newer observation after a clock jumped', () => {
    const quick = { offset: 9_880, roundTrip: 40 };
    expect(observeClock(quick, 80_000, 9_900, 10_300)).toEqual({ offset: 69_900, roundTrip: 400 });
  });
});
