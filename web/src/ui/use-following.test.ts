import { expect, it } from 'vitest';
import { isNearEnd } from './use-following.ts';

it.each([
  [800, 500, 20, true],
  [800, 480, 20, true],
  [800, 479, 20, false],
  [800, 450, 50, true],
  [800, 449, 50, false],
  [200, 0, 20, true],
])(
  'a list of %i px in 300, scrolled to %i, is within %i px of its end: %s',
  (...[height, top, within, near]) => {
    expect(isNearEnd({ scrollHeight: height, scrollTop: top, clientHeight: 300 }, within)).toBe(near);
  },
);
