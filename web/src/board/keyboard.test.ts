import { expect, it } from 'vitest';
import { focusAfter } from './keyboard.ts';

it.each([
  ['ArrowUp', { x: 3, y: 4 }, false, { x: 3, y: 3 }],
  ['ArrowUp', { x: 3, y: 4 }, true, { x: 3, y: 5 }],
  ['ArrowLeft', { x: 3, y: 4 }, false, { x: 2, y: 4 }],
  ['ArrowLeft', { x: 3, y: 4 }, true, { x: 4, y: 4 }],
  ['ArrowRight', { x: 6, y: 4 }, false, { x: 6, y: 4 }],
  ['ArrowDown', { x: 3, y: 8 }, false, { x: 3, y: 8 }],
  ['ArrowDown', { x: 3, y: 0 }, true, { x: 3, y: 0 }],
  ['Home', { x: 3, y: 4 }, false, { x: 0, y: 4 }],
  ['Home', { x: 3, y: 4 }, true, { x: 6, y: 4 }],
  ['End', { x: 3, y: 4 }, false, { x: 6, y: 4 }],
  ['PageUp', { x: 3, y: 4 }, false, { x: 3, y: 0 }],
  ['PageDown', { x: 3, y: 4 }, true, { x: 3, y: 0 }],
] as const)('%s from %o, turned: %s', (key, focus, flipped, expected) => {
  expect(focusAfter(focus, key, false, flipped)).toEqual(expected);
});

it('goes to the corners with Control', () => {
  expect(focusAfter({ x: 3, y: 4 }, 'Home', true, false)).toEqual({ x: 0, y: 0 });
  expect(focusAfter({ x: 3, y: 4 }, 'End', true, false)).toEqual({ x: 6, y: 8 });
});

it.each(['Enter', 'a', 'toString', 'Tab'])('ignores %s', (key) => {
  expect(focusAfter({ x: 3, y: 4 }, key, false, false)).toBeNull();
});
