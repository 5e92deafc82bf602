import { expect, it } from 'vitest';
import { startsCollapsed } from './collapse.ts';

it.each([
  [null, 1440, false],
  [null, 769, false],
  [null, 768, true],
  [null, 390, true],
  ['true', 1440, true],
  ['false', 390, false],
  ['maybe', 390, true],
  ['maybe', 1440, false],
])('saved %s, %i px wide: collapsed %s', (saved, width, collapsed) => {
  expect(startsCollapsed(saved, width)).toBe(collapsed);
});
