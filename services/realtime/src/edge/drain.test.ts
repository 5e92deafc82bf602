import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wavesOf } from './drain.ts';

test('waves hold every item once, in order, and are no more than asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (items, count) => {
      const waves = wavesOf(items, count);
      expect(waves.flat()).toEqual(items);
      expect(waves.length).toBeLessThanOrEqual(count);
      expect(waves.every((wave) => wave.length > 0)).toBe(true);
    }),
  );
});
