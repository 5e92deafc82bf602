import { expect, it } from 'vitest';
import { nextChoice } from './roving.ts';

const grid = { count: 8, columns: 3 };

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 7, 7],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 4, 7],
  ['ArrowDown', 5, 5],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 1],
  ['Home', 5, 0],
  ['End', 5, 7],
  ['Enter', 5, null],
  ['a', 5, null],
])('%s leads from %d to %s', (key, from, to) => {
  expect(nextChoice(key, from, grid)).toBe(to);
});
