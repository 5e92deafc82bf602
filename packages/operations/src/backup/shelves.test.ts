import { slotOf } from '@doushouqi/service-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLiveKey, keyOn, shelvedKey } from './shelves.ts';

const key = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.array(fc.constantFrom('{', '}', ':', 'a', '棋'), { minLength: 1 }).map((parts) => parts.join('')),
);

test('a key on a shelf stays in its slot, and comes back with its name', () => {
  fc.assert(
    fc.property(key, (one) => {
      const name = shelvedKey('former', one);
      expect(slotOf(name)).toBe(slotOf(one));
      expect(keyOn('former', name)).toBe(one);
      expect(keyOn('staged', name)).toBeUndefined();
      expect(isLiveKey(name)).toBe(false);
    }),
  );
});
