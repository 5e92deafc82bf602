import { type Db, type Document, Long } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Target, targets } from './targets.ts';

type Numbered = Document & { _id: number };

describe.each(targets)('updates: %s', (_name, start) => {
  let target: Target;
  let db: Db;
  beforeAll(async () => {
    target = await start();
    db = target.client.db(target.dbName);
  });
  afterAll(() => target.stop());

  const cases: [string, Document, Document, Document, Document?][] = [
    ['$set makes sub-documents', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
    ['$set of an array element', { l: [1, 2] }, { $set: { 'l.1': 9, 'l.3': 8 } }, { l: [1, 9, null, 8] }],
    ['$unset', { a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '' } }, { b: { d: 2 } }],
    ['$inc', { n: 1 }, { $inc: { n: 2, m: -1 } }, { n: 3, m: -1 }],
    ['$min and $max', { a: 5, b: 5 }, { $min: { a: 3, c: 1 }, $max: { b: 3 } }, { a: 3, b: 5, c: 1 }],
    ['$push', { l: [1] }, { $push: { l: 2, m: 3 } }, { l: [1, 2], m: [3] }],
    ['$push $each', { l: [1] }, { $push: { l: { $each: [2, 3] } } }, { l: [1, 2, 3] }],
    [
      '$addToSet',
      { l: [1, { a: 1 }] },
      { $addToSet: { l: { $each: [1, 2, { a: 1 }] } } },
      { l: [1, { a: 1 }, 2] },
    ],
    ['$pull value', { l: [1, 2, 1] }, { $pull: { l: 1 } }, { l: [2] }],
    ['$pull condition', { l: [1, 5, 9] }, { $pull: { l: { $gte: 5 } } }, { l: [1] }],
    ['$pull documents', { l: [{ a: 1, b: 1 }, { a: 2 }] }, { $pull: { l: { a: 1 } } }, { l: [{ a: 2 }] }],
    ['$pullAll', { l: [1, 2, 3] }, { $pullAll: { l: [1, 3] } }, { l: [2] }],
    [
      'positional $',
      {
        l: [
          { k: 1, v: 0 },
          { k: 2, v: 0 },
        ],
      },
      { $set: { 'l.$.v': 7 } },
      {
        l: [
          { k: 1, v: 0 },
          { k: 2, v: 7 },
        ],
      },
      { 'l.k': 2 },
    ],
    ['positional $ of scalars', { l: [1, 5, 5] }, { $set: { 'l.$': 0 } }, { l: [1, 0, 5] }, { l: 5 }],
    [
      'positional $ by $elemMatch',
      {
        l: [
          { a: 1, b: 1 },
          { a: 1, b: 2 },
        ],
      },
      { $inc: { 'l.$.b': 5 } },
      {
        l: [
          { a: 1, b: 1 },
          { a: 1, b: 7 },
        ],
      },
      { l: { $elemMatch: { a: 1, b: 2 } } },
    ],
  ];
  test.each(cases)('%s', async (_title, before, update, after, filter = {}) => {
    const items = db.collection<Numbered>('operators');
    await items.replaceOne({ _id: 1 }, before, { upsert: true });
    const result = await items.updateOne({ _id: 1, ...filter }, update);
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, ...after });
  });

  test.each<[string, Document, number]>([
    ['a conflict of paths', { $set: { a: 1 }, $inc: { 'a.b': 1 } }, 40],
    ['another _id', { $set: { _id: 2 } }, 66],
    ['an unknown operator', { $foo: { a: 1 } }, 9],
    ['$inc of a text', { $inc: { text: 1 } }, 14],
    ['$push to a text', { $push: { text: 1 } }, 2],
    ['a path through a scalar', { $set: { 'text.a': 1 } }, 28],
    ['a positional operator without a match', { $set: { 'list.$': 1 } }, 2],
  ])('refused: %s', async (_title, update, code) => {
    const items = db.collection<Numbered>('refused');
    const before = { _id: 1, text: 'x', list: [1], a: 0 };
    await items.replaceOne({ _id: 1 }, before, { upsert: true });
    await expect(items.updateOne({ _id: 1 }, update)).rejects.toMatchObject({ code });
    expect(await items.findOne()).toEqual(before);
  });

  test('upserts insert the values of the filter', async () => {
    const items = db.collection<Document>('upserts');
    const update = { $set: { v: 1 }, $setOnInsert: { first: true } };
    const filter = { k: 'a', 'n.x': 2, r: { $gt: 5 }, $and: [{ both: { $eq: 3 } }] };
    const first = await items.updateOne(filter, update, { upsert: true });
    expect(first).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
    const made = await items.findOne({ _id: first.upsertedId! });
    expect(made).toMatchObject({ k: 'a', n: { x: 2 }, both: 3, v: 1, first: true });
    expect(made).not.toHaveProperty('r');
    await items.updateOne({ k: 'a' }, { $set: { v: 2 }, $setOnInsert: { first: false } }, { upsert: true });
    expect(await items.findOne({ k: 'a' })).toMatchObject({ v: 2, first: true });
    const replaced = await items.replaceOne({ _id: 'own' as never }, { z: 1 }, { upsert: true });
    expect(replaced.upsertedId).toBe('own');
  });

  test('findOneAnd…: before, after, upsert, sort, projection, remove', async () => {
    const items = db.collection<Numbered>('modify');
    await items.insertMany([
      { _id: 1, n: 5 },
      { _id: 2, n: 9 },
    ]);
    const top = { sort: { n: -1 }, projection: { _id: 1 } } as const;
    expect(await items.findOneAndUpdate({}, { $inc: { n: 1 } }, top)).toEqual({ _id: 2 });
    const after = { returnDocument: 'after', upsert: true } as const;
    expect(await items.findOneAndUpdate({ _id: 3 }, { $set: { n: 1 } }, after)).toEqual({ _id: 3, n: 1 });
    expect(await items.findOneAndUpdate({ _id: 4 }, { $set: { n: 1 } }, { upsert: true })).toBeNull();
    expect(await items.findOneAndReplace({ _id: 4 }, { z: 1 }, after)).toEqual({ _id: 4, z: 1 });
    expect(await items.findOneAndDelete({ _id: 4 })).toEqual({ _id: 4, z: 1 });
    expect(await items.findOneAndDelete({ _id: 4 })).toBeNull();
    const full = await items.findOneAndUpdate(
      { _id: 2 },
      { $inc: { n: 1 } },
      { includeResultMetadata: true },
    );
    expect(full?.lastErrorObject).toMatchObject({ n: 1, updatedExisting: true });
  });

  test('updateMany does not count unchanged documents; deletes', async () => {
    const items = db.collection<Numbered>('bulk');
    await items.insertMany([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
      { _id: 3, n: 2 },
    ]);
    const result = await items.updateMany({}, { $set: { n: 2 } });
    expect(result).toMatchObject({ matchedCount: 3, modifiedCount: 1 });
    expect((await items.deleteOne({ n: 2 })).deletedCount).toBe(1);
    expect((await items.deleteMany({ n: 2 })).deletedCount).toBe(2);
  });

  test('$inc preserves the type Long', async () => {
    const items = db.collection<Numbered>('longs');
    await items.insertOne({ _id: 1, n: Long.fromString('9007199254740993') });
    await items.updateOne({ _id: 1 }, { $inc: { n: 1 } });
    const doc = await items.findOne({ _id: 1 }, { promoteLongs: false });
    expect(doc?.n.toString()).toBe('9007199254740994');
  });

  test('a hundred parallel $inc add up', async () => {
    const items = db.collection<Numbered>('parallel');
    await items.insertOne({ _id: 1, n: 0 });
    await Promise.all(Array.from({ length: 100 }, () => items.updateOne({ _id: 1 }, { $inc: { n: 1 } })));
    expect(await items.findOne()).toEqual({ _id: 1, n: 100 });
  });

  test('a race of upserts on a unique key creates one document', async () => {
    const items = db.collection<Document>('race');
    await items.createIndex({ gameId: 1 }, { unique: true });
    const one = () =>
      items.updateOne({ gameId: 'g' }, { $setOnInsert: { made: true }, $inc: { n: 1 } }, { upsert: true });
    const results = await Promise.allSettled(Array.from({ length: 30 }, one));
    expect(results.filter((r) => r.status === 'fulfilled' && r.value.upsertedCount === 1)).toHaveLength(1);
    expect(await items.find({}, { projection: { _id: 0 } }).toArray()).toEqual([
      { gameId: 'g', made: true, n: 30 },
    ]);
  });
});
