import { expect, it } from 'vitest';
import { agreesToDraw } from './draw-answer.ts';

it.each([
  ['a level opening', 0, 10, false],
  ['a level middle game', 0, 20, true],
  ['a position in which the computer is a little better', -30, 40, true],
  ['a position in which the computer is better', -60, 40, false],
  ['a position in which the computer is worse', 100, 5, true],
])('answers in %s', (_, value, ply, agrees) => {
  expect(agreesToDraw({ kind: 'cp', value }, ply)).toBe(agrees);
});

it('agrees if the user has a forced win, and not in the reverse case', () => {
  expect(agreesToDraw({ kind: 'win', plies: 5 }, 5)).toBe(true);
  expect(agreesToDraw({ kind: 'win', plies: -5 }, 60)).toBe(false);
});
