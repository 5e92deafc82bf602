import { type Db, type Document, ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Target, targets } from './targets.ts';

describe.each(targets)('aggregation: %s', (_name, start) => {
  let target: Target;
  let db: Db;
  const userIds = [new ObjectId(), new ObjectId(), new ObjectId()];
  beforeAll(async () => {
    target = await start();
    db = target.client.db(target.dbName);
    await db
      .collection('users')
      .insertMany(userIds.map((_id, i) => ({ _id, name: `u${i}`, tags: ['a', `t${i}`] })));
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
      { $project: { _id: 0, score: 1, twice: { $multiply: ['$score', 2] } } },
    ]);
    expect(docs).toEqual([
      { score: 10, twice: 20 },
      { score: 9, twice: 18 },
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
    expect(await run([{ $sortByCount: '$at' }])).toHaveLength(2);
  });

  test('$lookup by fields, $unwind, and the joined order', async () => {
    const docs = await run([
      { $match: { _id: { $in: [1, 2] } } },
      { $sort: { _id: 1 } },
      { $lookup: { from: 'users', localField: 'by', foreignField: '_id', as: 'user' } },
      { $unwind: '$user' },
      { $project: { _id: 0, name: '$user.name' } },
    ]);
    expect(docs).toEqual([{ name: 'u1' }, { name: 'u2' }]);
    const reverse = await run(
      [
        { $lookup: { from: 'games', localField: '_id', foreignField: 'by', as: 'games' } },
        { $project: { _id: 0, name: 1, n: { $size: '$games' } } },
        { $sort: { name: 1 } },
      ],
      'users',
    );
    expect(reverse).toEqual([0, 1, 2].map((i) => ({ name: `u${i}`, n: 4 })));
    const none = await run([
      { $limit: 1 },
      { $lookup: { from: 'absent', localField: 'by', foreignField: '_id', as: 'x' } },
    ]);
    expect(none[0]?.x).toEqual([]);
  });

  test('$lookup with let and a pipeline', async () => {
    const docs = await run(
      [
        {
          $lookup: {
            from: 'games',
            let: { user: '$_id', least: 5 },
            pipeline: [
              { $match: { $expr: { $and: [{ $eq: ['$by', '$$user'] }, { $gte: ['$score', '$$least'] }] } } },
              { $sort: { score: -1 } },
              { $project: { _id: 0, score: 1 } },
            ],
            as: 'best',
          },
        },
        { $sort: { name: 1 } },
      ],
      'users',
    );
    expect(docs.map((doc) => doc.best.map((game: Document) => game.score))).toEqual([
      [9, 6],
      [10, 7],
      [11, 8, 5],
    ]);
  });

  test('$facet, $bucket, $addFields, $replaceRoot, $unionWith', async () => {
    const [page] = await run([
      {
        $facet: {
          total: [{ $count: 'n' }],
          top: [{ $sort: { score: -1 } }, { $limit: 1 }, { $project: { score: 1 } }],
        },
      },
    ]);
    expect(page).toEqual({ total: [{ n: 12 }], top: [{ _id: 11, score: 11 }] });
    const buckets = await run([{ $bucket: { groupBy: '$score', boundaries: [0, 5, 20] } }]);
    expect(buckets).toEqual([
      { _id: 0, count: 5 },
      { _id: 5, count: 7 },
    ]);
    const nested = await run([
      { $match: { _id: 3 } },
      { $addFields: { 'meta.extra': { $concat: ['$meta.kind', '!'] } } },
      { $replaceRoot: { newRoot: '$meta' } },
    ]);
    expect(nested).toEqual([{ kind: 'odd', extra: 'odd!' }]);
    expect((await db.collection<Document>('games').findOne({ _id: 3 as never }))?.meta).toEqual({
      kind: 'odd',
    });
    expect(await run([{ $unionWith: 'users' }, { $count: 'n' }])).toEqual([{ n: 15 }]);
    expect(await run([{ $sample: { size: 5 } }])).toHaveLength(5);
  });

  test('expressions: conditions, dates, arrays, texts', async () => {
    const [doc] = await run([
      { $match: { _id: 1 } },
      {
        $project: {
          _id: 0,
          kind: { $cond: [{ $eq: ['$meta.kind', 'odd'] }, 'o', 'e'] },
          month: { $month: '$at' },
          missing: { $ifNull: ['$nope', 'none'] },
          text: { $toString: '$by' },
          mapped: { $map: { input: [1, 2], as: 'x', in: { $add: ['$$x', '$score'] } } },
        },
      },
    ]);
    expect(doc).toEqual({
      kind: 'o',
      month: 2,
      missing: 'none',
      text: userIds[1]?.toString(),
      mapped: [2, 3],
    });
  });

  test('expressions compare across types; dates may be missing; windows', async () => {
    const items = db.collection<Document>('mixed');
    await items.insertMany([{ v: 1, at: new Date('2026-03-04') }, { v: 'a' }, { v: null }, {}]);
    const over = await items
      .aggregate([{ $match: { $expr: { $gt: ['$v', 0] } } }, { $count: 'n' }])
      .toArray();
    expect(over).toEqual([{ n: 2 }]);
    const nulls = await items
      .aggregate([{ $match: { $expr: { $eq: ['$v', null] } } }, { $count: 'n' }])
      .toArray();
    expect(nulls).toEqual([{ n: 1 }]);
    const months = await items
      .aggregate([{ $group: { _id: { $month: '$at' }, n: { $sum: 1 } } }, { $sort: { _id: 1 } }])
      .toArray();
    expect(months).toEqual([
      { _id: null, n: 3 },
      { _id: 3, n: 1 },
    ]);
    const running = await run([
      { $match: { score: { $lt: 3 } } },
      {
        $setWindowFields: {
          sortBy: { score: 1 },
          output: { sum: { $sum: '$score', window: { documents: ['unbounded', 'current'] } } },
        },
      },
      { $project: { _id: 0, sum: 1 } },
    ]);
    expect(running).toEqual([{ sum: 0 }, { sum: 1 }, { sum: 3 }]);
  });

  test('cursors of aggregations read in batches', async () => {
    const cursor = db.collection('games').aggregate([{ $sort: { _id: 1 } }], { batchSize: 5 });
    expect((await cursor.toArray()).map((doc) => doc._id)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  });

  test('malformed pipelines are refused', async () => {
    await expect(run([{ $nope: 1 }])).rejects.toThrow();
    await expect(run([{ $match: { $nope: 1 } }])).rejects.toMatchObject({ code: 2 });
    await expect(run([{ $group: { n: { $sum: 1 } } }])).rejects.toThrow();
  });
});
