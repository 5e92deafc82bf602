import { type Db, type Document, Long, ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Target, targets } from './targets.ts';

describe.each(targets)('aggregation: %s', (_name, start) => {
  let target: Target;
  let db: Db;
  const userIds = [new ObjectId(), new ObjectId(), new ObjectId()];
  beforeAll(async () => {
    target = await start();
    db = target.client.db(target.dbName);
    await db.collection('users').insertMany(userIds.map((_id, i) => ({ _id, name: `u${i}` })));
    await db.collection<Document>('games').insertMany(
      Array.from({ length: 12 }, (_, i) => ({
        _id: i,
        by: userIds[i % 3],
        score: i,
        at: new Date(Date.UTC(2026, i % 2, 1)),
        meta: { kind: i % 2 === 0 ? 'even' : 'odd' },
      })) as Document[],
    );
  });
  afterAll(() => target.stop());

  const run = (pipeline: Document[], name = 'games') => db.collection(name).aggregate(pipeline).toArray();

  test('$match, $sort, $skip, $limit, $project', async () => {
    const docs = await run([
      { $match: { score: { $gte: 4 } } },
      { $sort: { score: -1 } },
      { $skip: 1 },
      { $limit: 2 },
      { $project: { _id: 0, score: 1, kind: '$meta.kind' } },
    ]);
    expect(docs).toEqual([
      { score: 10, kind: 'even' },
      { score: 9, kind: 'odd' },
    ]);
    const twice = await run([
      { $match: { score: { $gte: 4 } } },
      { $match: { score: { $lt: 6 } } },
      { $sort: { _id: 1 } },
    ]);
    expect(twice.map((doc) => doc.score)).toEqual([4, 5]);
    const limitedFirst = await run([
      { $limit: 3 },
      { $sort: { score: -1 } },
      { $match: { score: { $lt: 2 } } },
    ]);
    expect(limitedFirst.map((doc) => doc.score)).toEqual([1, 0]);
  });

  test('$group by an id, by a sub-field and over all', async () => {
    const byUser = await run([
      { $group: { _id: '$by', n: { $sum: 1 }, best: { $max: '$score' }, list: { $push: '$score' } } },
      { $sort: { best: 1 } },
    ]);
    expect(byUser.map((doc) => [doc._id.toString(), doc.n, doc.best])).toEqual(
      userIds.map((id, i) => [id.toString(), 4, 9 + i]),
    );
    expect(byUser[0]?.list).toEqual([0, 3, 6, 9]);
    const byKind = await run([
      { $group: { _id: '$meta.kind', avg: { $avg: '$score' } } },
      { $sort: { _id: 1 } },
    ]);
    expect(byKind).toEqual([
      { _id: 'even', avg: 5 },
      { _id: 'odd', avg: 6 },
    ]);
    expect(await run([{ $match: { score: 99 } }, { $group: { _id: null, n: { $sum: 1 } } }])).toEqual([]);
    expect(await run([{ $count: 'n' }])).toEqual([{ n: 12 }]);
    expect(await run([{ $group: { _id: '$at' } }])).toHaveLength(2);
  });

  test('accumulators over numbers, texts and missing values', async () => {
    const items = db.collection<Document>('accumulated');
    await items.insertMany([
      { _id: 1, k: 'a', v: 2, w: Long.fromNumber(5) },
      { _id: 2, k: 'a', v: null, w: 1.5 },
      { _id: 3, k: 'a' },
      { _id: 4, k: 'b', v: 'x' },
    ] as Document[]);
    const groups = await items
      .aggregate([
        { $sort: { _id: 1 } },
        {
          $group: {
            _id: { k: '$k' },
            n: { $sum: 1 },
            sum: { $sum: '$w' },
            avg: { $avg: '$v' },
            min: { $min: '$v' },
            max: { $max: '$w' },
            first: { $first: '$w' },
            last: { $last: '$v' },
            all: { $push: '$v' },
          },
        },
        { $sort: { n: -1 } },
        {
          $project: { _id: 0, k: '$_id.k', n: 1, sum: 1, avg: 1, min: 1, max: 1, first: 1, last: 1, all: 1 },
        },
      ])
      .toArray();
    expect(groups).toEqual([
      { k: 'a', n: 3, sum: 6.5, avg: 2, min: 2, max: 5, first: 5, last: null, all: [2, null] },
      { k: 'b', n: 1, sum: 0, avg: null, min: 'x', max: null, first: null, last: 'x', all: ['x'] },
    ]);
  });

  test("a field through an array is the array of its elements' values", async () => {
    const items = db.collection<Document>('nested');
    await items.insertOne({ marks: [{ v: 1 }, {}, { v: 2 }], one: { v: 3 } });
    const docs = await items.aggregate([{ $project: { _id: 0, many: '$marks.v', one: '$one.v' } }]).toArray();
    expect(docs).toEqual([{ many: [1, 2], one: 3 }]);
  });

  test('reads cursors of aggregations in batches', async () => {
    const cursor = db.collection('games').aggregate([{ $sort: { _id: 1 } }], { batchSize: 5 });
    expect((await cursor.toArray()).map((doc) => doc._id)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  });

  test('refuses malformed pipelines', async () => {
    await expect(run([{ $nope: 1 }])).rejects.toThrow();
    await expect(run([{ $match: { $nope: 1 } }])).rejects.toMatchObject({ code: 2 });
    await expect(run([{ $group: { n: { $sum: 1 } } }])).rejects.toThrow();
    await expect(run([{ $count: 5 }])).rejects.toThrow();
    await expect(run([{ $project: 'score' }])).rejects.toThrow();
    await expect(run([{ $skip: -1 }])).rejects.toThrow();
    await expect(run([{ $limit: 0 }])).rejects.toThrow();
  });
});
