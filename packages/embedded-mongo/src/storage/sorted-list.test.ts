import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedList } from './sorted-list.ts';

const key = fc.constantFrom('a', 'b', 'bb', 'c', 'd', 'e');
const operation = fc.record({ key, rowId: fc.integer({ min: 1, max: 8 }), add: fc.boolean() });
const bound = fc.option(key, { nil: undefined });

test('scans and counts what a plain sorted array holds, in both directions', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 80 }), bound, bound, (operations, low, high) => {
      const list = new SortedList<{ rowId: number }>();
      const records = Array.from({ length: 9 }, (_, rowId) => ({ rowId }));
      const model = new Map<string, [string, number]>();
      for (const { key, rowId, add } of operations) {
        const name = `${key}/${rowId}`;
        if (add && !model.has(name)) {
          list.insert(key, records[rowId]!);
          model.set(name, [key, rowId]);
        } else if (!add) {
          list.remove(key, records[rowId]!);
          model.delete(name);
        }
      }
      const inRange = [...model.values()]
        .filter(([k]) => (low === undefined || k >= low) && (high === undefined || k < high))
        .sort(([a, i], [b, j]) => (a < b ? -1 : a > b ? 1 : i - j));
      const range = { low, high };
      const scanned = [...list.scan(range)].map((entry) => [entry.key, entry.record.rowId]);
      expect(scanned).toEqual(inRange);
      const backwards = [...list.scan(range, true)].map((entry) => [entry.key, entry.record.rowId]);
      expect(backwards).toEqual(inRange.toReversed());
      expect(list.count(range)).toBe(inRange.length);
      expect(list.size).toBe(model.size);
    }),
  );
});

test('keeps its order over many chunks', () => {
  const list = new SortedList<{ rowId: number }>();
  const name = (n: number) => String(n).padStart(5, '0');
  // 7919 is prime to 5000, so every number comes once, out of order.
  for (let i = 0; i < 5000; i++) list.insert(name((i * 7919) % 5000), { rowId: i });
  expect([...list.scan({ low: undefined, high: undefined })].map((entry) => entry.key)).toEqual(
    Array.from({ length: 5000 }, (_, i) => name(i)),
  );
  expect(list.count({ low: name(1000), high: name(4000) })).toBe(3000);
  expect([...list.scan({ low: name(2047), high: name(2050) }, true)].map((entry) => entry.key)).toEqual(
    [2049, 2048, 2047].map(name),
  );
});
