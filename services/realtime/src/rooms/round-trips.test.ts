import { expect, test } from 'vitest';
import { lagOf, NO_ROUND_TRIPS, withRoundTrip } from './round-trips.ts';

function measured(...elapsed: number[]) {
  return elapsed.reduce((before, ms, index) => withRoundTrip(before, `R:${index}`, ms), NO_ROUND_TRIPS);
}

test.each([
  ['nothing measured', [], 0],
  ['one measure', [80], 80],
  ['of two the shorter', [300, 80], 80],
  ['a hiccup counts for nothing', [40, 50, 900, 45, 42], 45],
  ['only the last five', [900, 900, 900, 40, 40, 40, 40, 40], 40],
  ['never more than a second', [5_000, 9_000, 60_000], 1_000],
  ['whole milliseconds', [12.6], 13],
])('%s', (_, elapsed, expected) => {
  expect(lagOf(measured(...elapsed))).toBe(expected);
});

test('counts an event once, however often its arrival is reported', () => {
  const once = withRoundTrip(NO_ROUND_TRIPS, 'R:3', 40);
  expect(withRoundTrip(withRoundTrip(once, 'R:3', 800), 'R:3', 900)).toEqual(once);
});
