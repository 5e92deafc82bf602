import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choosePlan, findRows, type IndexPlan } from './query.ts';
import { Store } from './storage/store.ts';
import { sortKey } from './values.ts';

function indexed() {
  const store = new Store(null);
  const collection = store.ensureCollection('db', 'c');
  store.createIndex(collection, { v: 2, key: { k: 1 }, name: 'k_1' });
  const read = (range: object, direction: 1 | -1) => {
    const plan = choosePlan(collection, { k: range }, [['k', direction]]) as IndexPlan;
    const found = [...collection.read(plan)].map(({ doc }) => doc.k as string);
    return { found, count: collection.countKeys(plan, 10_000) };
  };
  return { store, collection, read };
}

const key = fc.constantFrom('a', 'b', 'bb', 'c', 'd', 'e');
const operation = fc.record({ key, id: fc.integer({ min: 1, max: 8 }), add: fc.boolean() });

test('an index reads and counts the same as a sorted array, in both directions', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 80 }), key, key, (operations, low, high) => {
      const { store, collection, read } = indexed();
      const model = new Map<string, string>();
      for (const { key, id, add } of operations) {
        const _id = `${key}/${id}`;
        store.set(collection, sortKey(_id), add ? { _id, k: key } : null);
        if (add) model.set(_id, key);
        else model.delete(_id);
      }
      const expected = [...model.values()].filter((k) => k >= low && k < high).sort();
      expect(read({ $gte: low, $lt: high }, 1)).toEqual({ found: expected, count: expected.length });
      expect(read({ $gte: low, $lt: high }, -1).found).toEqual(expected.toReversed());
      expect(collection.size).toBe(model.size);
      store.close();
    }),
  );
});

test('an index keeps its order over many documents', () => {
  const { store, collection, read } = indexed();
  const name = (n: number) => String(n).padStart(5, '0');
  const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => name(from + i));
  // 7919 and 5000 are coprime, so every number occurs once, out of order.
  for (let i = 0; i < 5000; i++) store.insert('db', 'c', { _id: i, k: name((i * 7919) % 5000) });
  expect(read({ $gte: '' }, 1).found).toEqual(names(0, 5000));
  expect(read({ $gte: name(1000), $lt: name(4000) }, 1).count).toBe(3000);
  expect(read({ $gte: name(2047), $lt: name(2050) }, -1).found).toEqual(names(2047, 2050).toReversed());
  expect(collection.size).toBe(5000);
  store.close();
});

test('an index of arrays reads the documents of which one element is in the range', () => {
  const { store, collection } = indexed();
  const documents = [['a', 'z'], ['m'], [], ['l', 'n', 'm'], 'm', ['n']].map((k, _id) => ({ _id, k }));
  for (const document of documents) store.insert('db', 'c', document);
  const filter = { k: { $elemMatch: { $gte: 'm', $lt: 'n' } } };
  const plan = choosePlan(collection, filter, []) as IndexPlan;
  expect([...collection.read(plan)].map(({ doc }) => doc._id)).toEqual([1, 3, 4]);
  expect(findRows(collection, { filter }).rows.map(({ doc }) => doc._id)).toEqual([1, 3]);
  store.close();
});
