import { expect, it } from 'vitest';
import { warmUpLevel } from './warm-up-level.ts';

it.each([
  [0, 1500, 2],
  [5, 700, 1],
  [5, 999, 1],
  [5, 1000, 2],
  [5, 1249, 2],
  [5, 1500, 3],
  [5, 1550, 4],
  [5, 2400, 5],
])('after %i games at %i the warm-up is level %i', (games, rating, level) => {
  expect(warmUpLevel({ games, rating })).toBe(level);
});

it('is an easy one if the rating is unknown', () => {
  expect(warmUpLevel(null)).toBe(2);
});
