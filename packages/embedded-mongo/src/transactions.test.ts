import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRows } from './query.ts';
import type { Collection } from './storage/collection.ts';
import { Store } from './storage/store.ts';
import { Transaction } from './transactions.ts';
import { sortKey } from './values.ts';

/** Model of snapshot isolation in plain maps. */
interface Model {
  snapshot: Map<number, number>;
  own: Map<number, number | null>;
  /** Documents that other transactions have committed since the snapshot. */
  overtaken: Set<number>;
}

type Step = {
  actor: 'plain' | 0 | 1;
  act: 'put' | 'remove' | 'read' | 'commit' | 'abort';
  id: number;
  n: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  actor: fc.constantFrom('plain' as const, 0 as const, 1 as const),
  act: fc.constantFrom(
    'put' as const,
    'put' as const,
    'remove' as const,
    'read' as const,
    'commit' as const,
    'abort' as const,
  ),
  id: fc.integer({ min: 0, max: 4 }),
  n: fc.integer({ min: 0, max: 9 }),
});

function contents(store: Store, name = 'c'): [number, number][] {
  const input = { filter: { n: { $gte: 0 } }, sort: [['_id', 1]] as const };
  const found = findRows(store.collection(`db.${name}`), input);
  return found.rows.map(({ doc }) => [doc._id as number, doc.n as number]);
}

function put(store: Store, id: number, n: number | null, name = 'c'): void {
  const collection = store.collection(`db.${name}`)!;
  const isPresent = findRows(collection, { filter: { _id: id } }).rows.length > 0;
  if (isPresent) store.set(collection, sortKey(id), n === null ? null : { _id: id, n });
  else if (n !== null) store.insert('db', name, { _id: id, n });
}

/** Returns 'WriteConflict' if it was thrown, else the result. */
function attempt(act: () => void): string {
  try {
    act();
    return 'done';
  } catch (error) {
    return (error as { codeName: string }).codeName;
  }
}

function visible({ snapshot, own }: Model): Map<number, number> {
  const seen = new Map(snapshot);
  for (const [id, n] of own) {
    if (n === null) seen.delete(id);
    else seen.set(id, n);
  }
  return seen;
}

function sorted(docs: Map<number, number>) {
  return [...docs].sort(([a], [b]) => a - b);
}

test('interleaved transactions have snapshot isolation, and the first to commit wins', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const store = new Store(null);
      const collection = store.ensureCollection('db', 'c');
      store.createIndex(collection, { v: 2, key: { n: 1 }, name: 'n_1' });
      const committed = new Map<number, number>();
      const open: ({ transaction: Transaction; model: Model } | undefined)[] = [undefined, undefined];
      const apply = (id: number, n: number | null, except?: Model) => {
        if (n === null ? !committed.has(id) : false) return;
        if (n === null) committed.delete(id);
        else committed.set(id, n);
        for (const entry of open) if (entry && entry.model !== except) entry.model.overtaken.add(id);
      };
      for (const { actor, act, id, n } of steps) {
        if (actor === 'plain') {
          if (act === 'put' || act === 'remove') {
            const value = act === 'put' ? n : null;
            put(store, id, value);
            apply(id, value);
          }
          expect(contents(store)).toEqual(sorted(committed));
          continue;
        }
        open[actor] ??= {
          transaction: new Transaction(store),
          model: { snapshot: new Map(committed), own: new Map(), overtaken: new Set() },
        };
        const { transaction, model } = open[actor];
        const other = open[1 - actor];
        if (act === 'put' || act === 'remove') {
          const isNoop = act === 'remove' && !visible(model).has(id);
          const conflicts = model.overtaken.has(id) || other?.model.own.has(id);
          const outcome = attempt(() => transaction.run(() => put(store, id, act === 'put' ? n : null)));
          expect(outcome).toBe(conflicts && !isNoop ? 'WriteConflict' : 'done');
          if (outcome === 'done' && !isNoop) model.own.set(id, act === 'put' ? n : null);
        } else if (act === 'read') {
          expect(transaction.run(() => contents(store))).toEqual(sorted(visible(model)));
          expect(transaction.run(() => store.collection('db.c')?.size)).toBe(visible(model).size);
        } else if (act === 'abort') {
          transaction.abort();
          open[actor] = undefined;
        } else {
          const conflicts = [...model.own.keys()].some((key) => model.overtaken.has(key));
          expect(attempt(() => transaction.commit())).toBe(conflicts ? 'WriteConflict' : 'done');
          open[actor] = undefined;
          if (!conflicts) for (const [key, value] of model.own) apply(key, value, model);
        }
      }
      expect(contents(store)).toEqual(sorted(committed));
      store.close();
    }),
    { numRuns: 300 },
  );
});

test.each<[string, (store: Store, collection: Collection) => void]>([
  ['made', (store, collection) => store.createIndex(collection, { v: 2, key: { a: 1 }, name: 'a_1' })],
  ['dropped', (store, collection) => store.dropIndex(collection, 'n_1')],
])('an index that is %s aborts the transactions that have used its collection', (_title, change) => {
  const store = new Store(null);
  const [used, other] = [store.ensureCollection('db', 'used'), store.ensureCollection('db', 'other')];
  store.createIndex(used, { v: 2, key: { n: 1 }, name: 'n_1', unique: true });
  const [reader, writer, bystander] = [
    new Transaction(store),
    new Transaction(store),
    new Transaction(store),
  ];
  reader.run(() => contents(store, 'used'));
  writer.run(() => put(store, 1, 7, 'used'));
  bystander.run(() => put(store, 1, 7, 'other'));
  change(store, used);
  expect(attempt(() => reader.run(() => put(store, 2, 8, 'used')))).toBe('WriteConflict');
  expect(attempt(() => writer.commit())).toBe('WriteConflict');
  expect(attempt(() => bystander.commit())).toBe('done');
  expect([used.size, other.size]).toEqual([0, 1]);
  store.close();
});
