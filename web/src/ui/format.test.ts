import { expect, it } from 'vitest';
import { badgeText } from './format.ts';

it.each([
  [-1, null],
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [12_345, '99+'],
])('%i as %j', (count, text) => expect(badgeText(count)).toBe(text));
