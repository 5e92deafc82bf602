import { type Db, Decimal128, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedStore, startEmbeddedStore } from '../src/index.ts';

function find(filter: Document, options: Document = {}) {
  return { find: 'c', filter, ...options };
}
function update(u: unknown, options: Document = {}) {
  return {
    update: 'c',
    updates: [{ q: { _id: 1, l: 1 }, u, ...options }],
  };
}
function aggregate(...pipeline: Document[]) {
  return { aggregate: 'c', pipeline, cursor: {} };
}
function index(key: Document, options: Document = {}) {
  return {
    createIndexes: 'c',
    indexes: [{ key, name: 'x', ...options }],
  };
}
const collation = { locale: 'en', strength: 2 };

describe('the embedded store refuses', () => {
  let store: EmbeddedStore;
  let client: MongoClient;
  let db: Db;
  beforeAll(async () => {
    store = await startEmbeddedStore({ dir: null, port: 0 });
    client = await MongoClient.connect(store.url);
    db = client.db('d');
    await db.collection('c').insertOne({ _id: 1 as never, l: [1], price: Decimal128.fromString('1.5') });
  });
  afterAll(async () => {
    await client.close();
    await store.stop();
  });

  test.each<[string, Document]>([
    ['mapReduce', { mapReduce: 'c' }],
    ['bulkWrite', { bulkWrite: 1, ops: [], nsInfo: [] }],
    ['listDatabases', { listDatabases: 1 }],
    ['renameCollection', { renameCollection: 'd.c', to: 'd.e' }],
    ['collStats', { collStats: 'c' }],
    ['connectionStatus', { connectionStatus: 1 }],
    ['refreshSessions', { refreshSessions: [] }],
    ['__proto__', JSON.parse('{"__proto__": 1}')],
  ])('the command %s', async (_name, command) => {
    await expect(db.command(command)).rejects.toMatchObject({ code: 59, codeName: 'CommandNotFound' });
  });

  test.each<[string, Document]>([
    ['find with collation', find({}, { collation })],
    ['find with hint', find({}, { hint: 'a_1' })],
    ['find with let', find({}, { let: { a: 1 } })],
    ['find with tailable', find({}, { tailable: true })],
    ['find with min', find({}, { min: { a: 1 } })],
    ['count with collation', { count: 'c', collation }],
    ['distinct with hint', { distinct: 'c', key: 'a', hint: 'a_1' }],
    ['aggregate with collation', { ...aggregate(), collation }],
    ['aggregate with explain', { ...aggregate(), explain: true }],
    ['explain of count', { explain: { count: 'c' } }],
    ['aggregation on a database', { aggregate: 1, pipeline: [{ $match: {} }], cursor: {} }],
    ['a snapshot read outside a transaction', find({}, { readConcern: { level: 'snapshot' } })],
    ...['$not', '$all', '$size', '$type', '$mod', '$near', '$geoWithin', '$bitsAllSet'].map(
      (name): [string, Document] => [`query operator ${name}`, find({ a: { [name]: 1 } })],
    ),
    ['a sort by $natural', find({}, { sort: { $natural: 1 } })],
    ['a positional projection', find({ l: 1 }, { projection: { 'l.$': 1 } })],
    ['expression $slice', find({}, { projection: { l: { $slice: 1 } } })],
    ['expression $add', find({}, { projection: { a: { $add: [1, 2] } } })],
    ['variable $$ROOT', find({}, { projection: { a: '$$ROOT' } })],
    ['an update by a pipeline', update([{ $set: { a: 1 } }])],
    ['an update with arrayFilters', update({ $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] })],
    ['an update with collation', update({ $set: { a: 1 } }, { collation })],
    ['an update with hint', update({ $set: { a: 1 } }, { hint: 'a_1' })],
    ['an update with sort', update({ $set: { a: 1 } }, { sort: { a: 1 } })],
    ['the array update operator $[]', update({ $set: { 'l.$[]': 1 } })],
    ['the array update operator $[x]', update({ $set: { 'l.$[x]': 1 } })],
    ['$push with $position', update({ $push: { l: { $each: [1], $position: 0 } } })],
    ['$push with $slice', update({ $push: { l: { $each: [1], $slice: 1 } } })],
    ['arithmetic on Decimal128', update({ $inc: { price: 1 } })],
    ['a delete with collation', { delete: 'c', deletes: [{ q: {}, limit: 1, collation }] }],
    ['findAndModify with arrayFilters', { findAndModify: 'c', update: {}, arrayFilters: [{ x: 1 }] }],
    ...['$lookup', '$graphLookup', '$unionWith', '$facet', '$unwind', '$addFields', '$bucket'].map(
      (name): [string, Document] => [`aggregation stage ${name}`, aggregate({ [name]: {} })],
    ),
    ...['$out', '$merge', '$changeStream', '$geoNear', '$nope', 'constructor'].map(
      (name): [string, Document] => [`aggregation stage ${name}`, aggregate({ [name]: {} })],
    ),
    ['accumulator $stdDevPop', aggregate({ $group: { _id: null, a: { $stdDevPop: '$a' } } })],
    ['expression $month', aggregate({ $group: { _id: { $month: '$at' } } })],
    ['an array as an expression', aggregate({ $group: { _id: ['$a'] } })],
    ['arithmetic on Decimal128', aggregate({ $group: { _id: null, sum: { $sum: '$price' } } })],
    ["an index of kind 'text'", index({ a: 'text' })],
    ["an index of kind '2dsphere'", index({ a: '2dsphere' })],
    ["an index of kind 'hashed'", index({ a: 'hashed' })],
    ['a wildcard index', index({ '$**': 1 })],
    ['an index with sparse', index({ a: 1 }, { sparse: true })],
    ['an index with partialFilterExpression', index({ a: 1 }, { partialFilterExpression: { a: 1 } })],
    ['an index with collation', index({ a: 1 }, { collation })],
    ['an index with hidden', index({ a: 1 }, { hidden: true })],
    ['create with viewOn', { create: 'v', viewOn: 'c', pipeline: [] }],
    ['create with capped', { create: 'v', capped: true, size: 1 }],
    ['create with validator', { create: 'v', validator: {} }],
  ])('%s', async (_feature, command) => {
    const error = await db.command(command).then(
      ({ writeErrors }) => writeErrors?.[0],
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 115, codeName: 'CommandNotSupported' });
  });

  test.each(['$where', '$nor', '$expr', '$text', '$jsonSchema'])('the filter %s', async (name) => {
    await expect(db.command(find({ [name]: 'x' }))).rejects.toMatchObject({ code: 2 });
  });

  test.each(['$mul', '$rename', '$bit', '$pop', '$currentDate', 'constructor'])(
    'the update operator %s',
    async (name) => {
      const { writeErrors } = await db.command(update({ $set: { a: 1 }, [name]: { l: 1 } }));
      expect(writeErrors[0]).toMatchObject({ code: 9 });
    },
  );

  test.each<[string, Document, number]>([
    ['a command of the catalog', { drop: 'c' }, 263],
    ['an unknown option', find({}, { collation }), 115],
    ['an unknown operator', find({ a: { $size: 1 } }), 115],
  ])('%s inside a transaction, and aborts it', async (_title, command, code) => {
    await client.withSession(async (session) => {
      session.startTransaction();
      await db.collection('c').insertOne({ a: 1 }, { session });
      await expect(db.command(command, { session })).rejects.toMatchObject({ code });
      await expect(session.commitTransaction()).rejects.toMatchObject({ codeName: 'NoSuchTransaction' });
    });
  });

  test('these without any change of data', async () => {
    expect(await db.collection('c').find().toArray()).toMatchObject([{ _id: 1, l: [1] }]);
    expect(await db.collection('c').indexes()).toHaveLength(1);
    expect(await db.listCollections().toArray()).toHaveLength(1);
  });
});
