import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wavesOf } from './drain.ts';

test('waves contain every item once, in order, and do not exceed the requested number', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer()),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 9 }),
      (items, count, smallest) => {
        const waves = wavesOf(items, count, smallest);
        expect(waves.flat()).toEqual(items);
        expect(waves.length).toBeLessThanOrEqual(count);
        expect(waves.slice(0, -1).every((wave) => wave.length >= smallest)).toBe(true);
        expect(waves.at(-1)).not.toEqual([]);
      },
    ),
  );
});
