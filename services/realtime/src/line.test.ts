import { expect, test } from 'vitest';
import { lagOf, NEW_LINE, withRoundTrip } from './line.ts';

const lineOf = (...elapsed: number[]) =>
  elapsed.reduce((line, ms, index) => withRoundTrip(line, `R:${index}`, ms), NEW_LINE);

test.each([
  ['nothing measured', [], 0],
  ['one measure', [80], 80],
  ['of two the shorter', [300, 80], 80],
  ['a hiccup counts for nothing', [40, 50, 900, 45, 42], 45],
  ['only the last five', [900, 900, 900, 40, 40, 40, 40, 40], 40],
  ['never more than a second', [5_000, 9_000, 60_000], 1_000],
  ['whole milliseconds', [12.6], 13],
])('%s', (_, elapsed, expected) => {
  expect(lagOf(lineOf(...elapsed))).toBe(expected);
});

test('an event counts once, however often its arrival is told', () => {
  const once = withRoundTrip(NEW_LINE, 'R:3', 40);
  expect(withRoundTrip(withRoundTrip(once, 'R:3', 800), 'R:3', 900)).toEqual(once);
});
