import { Binary, type Db, Decimal128, Long, MongoClient, ObjectId, Timestamp, UUID } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Target, targets } from './targets.ts';

describe.each(targets)('documents: %s', (_name, start) => {
  let target: Target;
  let db: Db;
  beforeAll(async () => {
    target = await start();
    db = target.client.db(target.dbName);
  });
  afterAll(() => target.stop());

  test('returns every BSON type unchanged', async () => {
    const items = db.collection('types');
    const doc = {
      _id: new ObjectId(),
      int: 7,
      negative: -3,
      big: 2 ** 40,
      fraction: 1.5,
      long: Long.fromString('9007199254740993'),
      decimal: Decimal128.fromString('0.1'),
      date: new Date(1_700_000_000_123),
      text: '斗兽棋\u0000🐘',
      yes: true,
      nothing: null,
      binary: new Binary(Buffer.from([0xff, 0, 0xfe])),
      uuid: new UUID(),
      pattern: /^a.b$/i,
      stamp: new Timestamp({ t: 5, i: 6 }),
      list: [1, 'two', { three: 3 }, [4]],
      nested: { deep: { er: 1 } },
    };
    await items.insertOne(doc);
    const raw = await items.findOne({ _id: doc._id }, { promoteLongs: false, promoteBuffers: false });
    expect(raw).toEqual({ ...doc, uuid: expect.anything() });
    expect(raw?.uuid.toString()).toBe(doc.uuid.toString());
    expect(Object.keys(raw ?? {})).toEqual(Object.keys(doc));
    await items.updateOne({ _id: doc._id }, { $set: { other: 1 } });
    const after = await items.findOne({ _id: doc._id }, { promoteLongs: false });
    expect(after?.long).toEqual(doc.long);
    for (const key of ['long', 'decimal', 'binary', 'date', 'stamp'] as const) {
      expect(await items.countDocuments({ [key]: doc[key] }), key).toBe(1);
    }
  });

  const people = [
    { _id: 1, name: 'ann', age: 30, tags: ['a', 'b'], home: { city: 'X', zip: 1 }, marks: [{ k: 1, v: 5 }] },
    {
      _id: 2,
      name: 'bob',
      age: 25,
      tags: ['b'],
      home: { city: 'Y' },
      marks: [
        { k: 1, v: 9 },
        { k: 2, v: 5 },
      ],
    },
    { _id: 3, name: 'cat', age: null, tags: [], marks: [] },
    { _id: 4, name: 'Dan', age: 41.5, tags: 'a' },
    { _id: 5, name: 'eve', extra: true, tags: [['a']] },
  ];
  test.each<[string, object, number[]]>([
    ['equality', { name: 'bob' }, [2]],
    ['null and missing', { age: null }, [3, 5]],
    ['exists', { age: { $exists: true } }, [1, 2, 3, 4]],
    ['range', { age: { $gt: 25, $lte: 41.5 } }, [1, 4]],
    ['ranges keep to their type', { age: { $gte: 0 } }, [1, 2, 4]],
    ['ne', { name: { $ne: 'bob' } }, [1, 3, 4, 5]],
    ['in', { name: { $in: ['ann', /^d/i] } }, [1, 4]],
    ['nin', { age: { $nin: [30, null] } }, [2, 4]],
    ['element of an array', { tags: 'a' }, [1, 4]],
    ['whole array', { tags: ['a', 'b'] }, [1]],
    ['array in array', { tags: ['a'] }, [5]],
    ['dotted', { 'home.city': 'Y' }, [2]],
    ['dotted null', { 'home.zip': null }, [2, 3, 4, 5]],
    ['whole sub-document', { home: { city: 'Y' } }, [2]],
    ['through an array', { 'marks.v': 5 }, [1, 2]],
    ['index in an array', { 'marks.0.v': 9 }, [2]],
    ['elemMatch', { marks: { $elemMatch: { k: 1, v: 5 } } }, [1]],
    ['elemMatch of scalars', { tags: { $elemMatch: { $gt: 'a', $lt: 'c' } } }, [1, 2]],
    ['or', { $or: [{ name: 'ann' }, { age: { $gt: 40 } }] }, [1, 4]],
    ['and', { $and: [{ age: { $lt: 50 } }, { name: { $ne: 'bob' } }] }, [1, 4]],
    ['regex with options', { name: { $regex: '^d', $options: 'i' } }, [4]],
    ['nothing', { name: { $in: [] } }, []],
  ])('filter: %s', async (_title, filter, ids) => {
    const items = db.collection<{ _id: number }>('people');
    if ((await items.estimatedDocumentCount()) === 0) await items.insertMany(people);
    const found = await items.find(filter).sort({ _id: 1 }).toArray();
    expect(found.map((doc) => doc._id)).toEqual(ids);
    expect(await items.countDocuments(filter)).toBe(ids.length);
  });

  test('sort orders types as BSON does', async () => {
    const items = db.collection<{ _id: number; v?: unknown }>('order');
    const values = [new Date(0), true, new ObjectId(), { a: 1 }, 'x', -1, null, 2.5, 'X', Long.fromNumber(2)];
    await items.insertMany(values.map((v, _id) => ({ _id, v })));
    const up = await items.find().sort({ v: 1 }).toArray();
    expect(up.map((doc) => doc._id)).toEqual([6, 5, 9, 7, 8, 4, 3, 2, 1, 0]);
    const down = await items.find().sort({ v: -1 }).skip(1).limit(3).toArray();
    expect(down.map((doc) => doc._id)).toEqual([1, 2, 3]);
  });

  test.each<[string, object, object]>([
    ['inclusion', { a: 1, 'n.x': 1 }, { _id: 1, a: 1, n: { x: 1 } }],
    ['inclusion without _id', { a: 1, _id: 0 }, { a: 1 }],
    ['exclusion', { n: 0, l: 0 }, { _id: 1, a: 1 }],
    ['through arrays', { 'l.k': 1 }, { _id: 1, l: [{ k: 1 }, { k: 2 }, { k: 3 }] }],
    ['elemMatch', { l: { $elemMatch: { v: { $gt: 1 } } } }, { _id: 1, l: [{ k: 2, v: 2 }] }],
    ['another field', { y: '$n.y', none: '$n.z' }, { _id: 1, y: 2 }],
    ['nested form', { n: { y: 1 } }, { _id: 1, n: { y: 2 } }],
    ['exclusion of a nested field', { 'n.x': 0, l: 0 }, { _id: 1, a: 1, n: { y: 2 } }],
    ['a number is a name, not an array index', { 'l.0': 1 }, { _id: 1, l: [{}, {}, {}] }],
  ])('projection: %s', async (_title, projection, expected) => {
    const items = db.collection<{ _id: number }>('projected');
    const l = [1, 2, 3].map((k) => ({ k, v: k }));
    await items.replaceOne({ _id: 1 }, { a: 1, n: { x: 1, y: 2 }, l }, { upsert: true });
    expect(await items.findOne({ 'l.k': 2 }, { projection })).toEqual(expected);
    expect(await items.findOne()).toEqual({ _id: 1, a: 1, n: { x: 1, y: 2 }, l });
  });

  test('a cursor reads in batches and does not contain later writes', async () => {
    const items = db.collection<{ _id: number }>('many');
    await items.insertMany(Array.from({ length: 350 }, (_, _id) => ({ _id })));
    const cursor = items.find().sort({ _id: 1 }).batchSize(100);
    const first = await cursor.next();
    await items.deleteOne({ _id: 349 });
    expect([first, ...(await cursor.toArray())]).toHaveLength(350);
    const open = items.find().batchSize(10);
    await open.next();
    await open.close();
    expect(await items.find().limit(5).toArray()).toHaveLength(5);
    const unknown = { getMore: Long.fromNumber(123_456_789), collection: 'many' };
    await expect(db.command(unknown)).rejects.toMatchObject({ code: 43 });
  });

  test('accepts large documents and replies; refuses a document above 16 MiB', async () => {
    const items = db.collection<{ _id: number; text: string }>('large');
    const text = 'x'.repeat(6_000_000);
    for (const _id of [1, 2, 3, 4]) await items.insertOne({ _id, text });
    expect((await items.find().toArray()).map((doc) => doc.text.length)).toEqual(Array(4).fill(6_000_000));
    await expect(items.insertOne({ _id: 5, text: 'x'.repeat(17_000_000) })).rejects.toThrow();
    await expect(items.updateOne({ _id: 1 }, { $set: { more: [text, text] } })).rejects.toThrow();
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, text });
    await items.drop();
  });

  test('distinct and the counts', async () => {
    const items = db.collection('distinct');
    await items.insertMany([{ a: 1 }, { a: [1, 2] }, { a: 'x' }, {}, { a: { b: 1 } }]);
    expect(await items.distinct('a')).toEqual(expect.arrayContaining([1, 2, 'x', { b: 1 }]));
    expect(await items.distinct('a')).toHaveLength(4);
    expect(await items.distinct('a.b')).toEqual([1]);
    expect(await items.countDocuments({}, { skip: 1, limit: 2 })).toBe(2);
    expect(await items.estimatedDocumentCount()).toBe(5);
    expect(await db.collection('absent').countDocuments({ a: 1 })).toBe(0);
  });

  test('bulk writes of a collection, ordered and unordered', async () => {
    const items = db.collection<{ _id: number; n?: number }>('bulk');
    const mixed = await items.bulkWrite([
      { insertOne: { document: { _id: 1 } } },
      { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 1 } } } },
      { updateOne: { filter: { _id: 2 }, update: { $inc: { n: 5 } }, upsert: true } },
      { replaceOne: { filter: { _id: 1 }, replacement: { n: 9 } } },
      { deleteOne: { filter: { _id: 2 } } },
    ]);
    expect(mixed).toMatchObject({ insertedCount: 1, matchedCount: 2, upsertedCount: 1, deletedCount: 1 });
    const docs = [{ _id: 1 }, { _id: 3 }, { _id: 1 }, { _id: 4 }];
    const unordered = await items.insertMany(docs, { ordered: false }).catch((error) => error);
    expect(unordered).toMatchObject({ code: 11000, insertedCount: 2 });
    expect(unordered.writeErrors.map((error: { index: number }) => error.index)).toEqual([0, 2]);
    const ordered = await items.insertMany([{ _id: 5 }, { _id: 1 }, { _id: 6 }]).catch((error) => error);
    expect(ordered).toMatchObject({ code: 11000, insertedCount: 1 });
    expect((await items.distinct('_id')).toSorted()).toEqual([1, 3, 4, 5]);
  });

  test('catalog: create, list, drop', async () => {
    const other = target.client.db(`${target.dbName}_catalog`);
    await other.createCollection('one');
    await expect(other.createCollection('one', { capped: true, size: 1000 })).rejects.toThrow();
    await other.collection('two').insertOne({ a: 1 });
    const names = (await other.listCollections().toArray()).map(({ name }) => name);
    expect(names.sort()).toEqual(['one', 'two']);
    expect(await other.listCollections({ name: 'two' }).toArray()).toHaveLength(1);
    await other.collection('one').drop();
    expect(await other.listCollections().toArray()).toHaveLength(1);
    await other.dropDatabase();
    expect(await other.listCollections().toArray()).toHaveLength(0);
  });

  test('executes an unacknowledged write without a reply', async () => {
    const quiet = await MongoClient.connect(target.url, { w: 0 });
    await quiet.db(target.dbName).collection('quiet').insertOne({ a: 1 });
    await quiet.close();
    await expect.poll(() => db.collection('quiet').countDocuments()).toBe(1);
  });
});
