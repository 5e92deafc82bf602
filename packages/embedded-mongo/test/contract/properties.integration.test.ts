import fc from 'fast-check';
import type { Collection, Document, Filter } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Target, targets } from './targets.ts';

type Numbered = Document & { _id: number };

type Step =
  | { kind: 'insert'; id: number; n: number }
  | { kind: 'inc'; id: number; by: number }
  | { kind: 'replace'; id: number; n: number }
  | { kind: 'upsert'; id: number; n: number }
  | { kind: 'delete'; id: number }
  | { kind: 'deleteAbove'; n: number };

const id = fc.integer({ min: 0, max: 6 });
const small = fc.integer({ min: -5, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), id, n: small }),
  fc.record({ kind: fc.constant('inc' as const), id, by: small }),
  fc.record({ kind: fc.constant('replace' as const), id, n: small }),
  fc.record({ kind: fc.constant('upsert' as const), id, n: small }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({ kind: fc.constant('deleteAbove' as const), n: small }),
);

/** Applies a step to the model and returns the expected reply. */
function model(docs: Map<number, number>, s: Step): string | number {
  const has = 'id' in s && docs.has(s.id);
  switch (s.kind) {
    case 'insert':
      if (has) return 'duplicate';
      docs.set(s.id, s.n);
      return 1;
    case 'inc':
      if (has) docs.set(s.id, docs.get(s.id)! + s.by);
      return Number(has);
    case 'replace':
      if (has) docs.set(s.id, s.n);
      return Number(has);
    case 'upsert':
      docs.set(s.id, s.n);
      return Number(has);
    case 'delete':
      return Number(docs.delete(s.id));
    case 'deleteAbove': {
      const doomed = [...docs].filter(([, n]) => n > s.n);
      for (const [key] of doomed) docs.delete(key);
      return doomed.length;
    }
  }
}

async function perform(items: Collection<Numbered>, s: Step): Promise<string | number> {
  switch (s.kind) {
    case 'insert':
      return items.insertOne({ _id: s.id, n: s.n }).then(
        () => 1,
        (error) => (error.code === 11000 ? 'duplicate' : error.message),
      );
    case 'inc':
      return (await items.updateOne({ _id: s.id }, { $inc: { n: s.by } })).matchedCount;
    case 'replace':
      return (await items.replaceOne({ _id: s.id }, { n: s.n })).matchedCount;
    case 'upsert':
      return (await items.updateOne({ _id: s.id }, { $set: { n: s.n } }, { upsert: true })).matchedCount;
    case 'delete':
      return (await items.deleteOne({ _id: s.id })).deletedCount;
    case 'deleteAbove':
      return (await items.deleteMany({ n: { $gt: s.n } })).deletedCount;
  }
}

const scalar = fc.oneof(
  small,
  fc.constantFrom('a', 'b', 'ab', null, true, 1.5),
  fc.date({ min: new Date(0), max: new Date(3) }),
);
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.record({ x: scalar }),
);
const record = fc.record({ a: value, b: value, c: scalar }, { requiredKeys: [] });
const condition = fc.oneof(
  scalar,
  fc.record({ $gt: scalar }),
  fc.record({ $gte: small, $lt: small }),
  fc.record({ $lte: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $ne: scalar }),
);
const clause = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'a.x'), condition, { minKeys: 1, maxKeys: 3 });
const filter = fc.oneof(
  { weight: 3, arbitrary: clause },
  fc.array(clause, { minLength: 1, maxLength: 2 }).map(($or) => ({ $or })),
  fc.tuple(clause, clause).map(($and) => ({ $and })),
);
const sort = fc.option(
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1 as const, -1 as const), { minKeys: 1 }),
);

describe.each(targets)('properties: %s', (_name, start) => {
  let target: Target;
  beforeAll(async () => {
    target = await start();
  });
  afterAll(() => target.stop());

  test('any sequence of writes leaves the same documents as a plain map', async () => {
    const items = target.client.db(target.dbName).collection<Numbered>('model');
    await items.createIndex({ n: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await items.deleteMany({});
        const docs = new Map<number, number>();
        for (const s of steps) expect(await perform(items, s)).toBe(model(docs, s));
        const found = await items.find().sort({ _id: 1 }).toArray();
        const expected = [...docs].sort(([a], [b]) => a - b).map(([_id, n]) => ({ _id, n }));
        expect(found).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('indexes do not change results, and a sort through an index is correct', async () => {
    const db = target.client.db(target.dbName);
    const plain = db.collection<Numbered>('plain');
    const indexed = db.collection<Numbered>('indexed');
    const indexes = [
      { key: { a: 1, c: -1 } },
      { key: { b: -1 } },
      { key: { c: 1 } },
      { key: { 'a.x': 1 } },
    ] as const;
    // Two arrays in one compound index are refused, so `c` is never an array.
    await indexed.createIndexes([...indexes]);
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), filter, sort, async (records, query, order) => {
        const docs = records.map((doc, _id) => ({ _id, ...doc }));
        for (const items of [plain, indexed]) {
          await items.deleteMany({});
          if (docs.length > 0) await items.insertMany(docs.map((doc) => ({ ...doc })));
        }
        const ids = async (items: Collection<Numbered>) => {
          const cursor = items.find(query as Filter<Numbered>);
          // The id makes the order total, so the results must be equal.
          const found = await (order ? cursor.sort({ ...order, _id: 1 }) : cursor).toArray();
          return found.map((doc) => doc._id);
        };
        const [expected, got] = [await ids(plain), await ids(indexed)];
        expect(order ? got : got.toSorted()).toEqual(order ? expected : expected.toSorted());
        const partial = order
          ? indexed
              .find(query as Filter<Numbered>)
              .sort(order)
              .limit(5)
          : null;
        if (partial) expect((await partial.toArray()).length).toBe(Math.min(5, expected.length));
      }),
      { numRuns: 200 },
    );
  });
});
