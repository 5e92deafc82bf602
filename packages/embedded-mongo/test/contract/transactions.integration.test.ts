import { Binary, type Db, type Document, Long, UUID } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../raw-client.ts';
import { isExact, type Target, targets } from './targets.ts';

type Numbered = Document & { _id: number };

describe.each(targets)('sessions: %s', (_name, start) => {
  let target: Target;
  let db: Db;
  beforeAll(async () => {
    target = await start();
    db = target.client.db(target.dbName);
  });
  afterAll(() => target.stop());

  /** Creates a collection with these documents, before any transaction. */
  async function collectionWith(name: string, ...docs: Numbered[]) {
    const items = db.collection<Numbered>(name);
    await items.insertMany(docs);
    return items;
  }

  test('a transaction reads its own writes, and others read them after the commit', async () => {
    const items = await collectionWith('visible', { _id: 1, n: 1 });
    await target.client.withSession(async (session) => {
      session.startTransaction();
      await items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
      await items.insertOne({ _id: 2, n: 5 }, { session });
      expect(await items.find({}, { session }).sort({ n: -1 }).toArray()).toEqual([
        { _id: 2, n: 5 },
        { _id: 1, n: 2 },
      ]);
      expect(await items.countDocuments({}, { session })).toBe(2);
      expect(await items.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
      await session.commitTransaction();
    });
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 2 },
      { _id: 2, n: 5 },
    ]);
  });

  test('an abort, or an error inside, changes nothing', async () => {
    const items = await collectionWith('aborted', { _id: 1, n: 1 });
    await target.client.withSession(async (session) => {
      session.startTransaction();
      await items.deleteOne({ _id: 1 }, { session });
      await session.abortTransaction();
      session.startTransaction();
      await items.updateOne({ _id: 1 }, { $set: { n: 9 } }, { session });
      await expect(items.insertOne({ _id: 1 }, { session })).rejects.toMatchObject({ code: 11000 });
      await expect(items.findOne({}, { session })).rejects.toMatchObject(isExact ? { code: 251 } : {});
      await session.abortTransaction();
    });
    const thrown = target.client.withSession((session) =>
      session.withTransaction(async () => {
        await items.insertOne({ _id: 2 }, { session });
        throw new Error('changed my mind');
      }),
    );
    await expect(thrown).rejects.toThrow('changed my mind');
    expect(await items.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
  });

  test('reads use the snapshot, independent of other commits', async () => {
    const items = await collectionWith('snapshot', { _id: 1, n: 1 }, { _id: 2, n: 2 });
    await target.client.withSession(async (session) => {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
      await items.findOne({ _id: 1 }, { session });
      await items.updateOne({ _id: 1 }, { $set: { n: 100 } });
      await items.deleteOne({ _id: 2 });
      await items.insertOne({ _id: 3, n: 3 });
      expect(await items.find({}, { session }).sort({ _id: 1 }).toArray()).toEqual([
        { _id: 1, n: 1 },
        { _id: 2, n: 2 },
      ]);
      expect(await items.find({ n: 100 }, { session }).toArray()).toEqual([]);
      await session.commitTransaction();
    });
    expect((await items.distinct('n')).toSorted((a, b) => a - b)).toEqual([3, 100]);
  });

  test.runIf(isExact)(
    'of two transactions that write one document, the second gets a transient WriteConflict',
    async () => {
      const items = await collectionWith('conflict', { _id: 1, n: 0 });
      const [a, b] = [target.client.startSession(), target.client.startSession()];
      a.startTransaction();
      b.startTransaction();
      await items.findOne({ _id: 1 }, { session: b });
      await items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: a });
      const error = await items
        .updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: b })
        .catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 112 });
      expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
      await a.commitTransaction();
      await b.abortTransaction();
      await Promise.all([a.endSession(), b.endSession()]);
      expect(await items.findOne()).toEqual({ _id: 1, n: 1 });
    },
  );

  test('withTransaction retries conflicts until every increment is committed', async () => {
    const items = await collectionWith('retried', { _id: 1, n: 0 }, { _id: 2, n: 0 });
    const move = () =>
      target.client.withSession((session) =>
        session.withTransaction(async () => {
          const doc = await items.findOne({ _id: 1 }, { session });
          await items.updateOne({ _id: 1 }, { $set: { n: doc?.n + 1 } }, { session });
          await items.updateOne({ _id: 2 }, { $inc: { n: -1 } }, { session });
        }),
      );
    await Promise.all(Array.from({ length: 5 }, move));
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 5 },
      { _id: 2, n: -5 },
    ]);
  });

  test('a unique key may move between documents in one transaction and stays unique', async () => {
    const items = await collectionWith('unique', { _id: 1, k: 'a' }, { _id: 2, k: 'b' });
    await items.createIndex({ k: 1 }, { unique: true });
    await target.client.withSession((session) =>
      session.withTransaction(async () => {
        await items.updateOne({ _id: 1 }, { $set: { k: 'x' } }, { session });
        await items.updateOne({ _id: 2 }, { $set: { k: 'a' } }, { session });
      }),
    );
    expect((await items.distinct('k')).toSorted()).toEqual(['a', 'x']);
    const insert = (_id: number) =>
      target.client.withSession((session) =>
        session.withTransaction(async () => {
          await items.insertOne({ _id, k: 'same' }, { session });
        }),
      );
    const results = await Promise.allSettled([insert(3), insert(4), insert(5)]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await items.countDocuments({ k: 'same' })).toBe(1);
  });

  test('a commit that is sent twice gets the same reply twice', async () => {
    const items = await collectionWith('twice', { _id: 1, n: 0 });
    await target.client.withSession(async (session) => {
      session.startTransaction();
      await items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
      await session.commitTransaction();
      await session.commitTransaction();
    });
    expect(await items.findOne()).toEqual({ _id: 1, n: 1 });
  });

  test('a resent retryable write changes nothing and gets the first reply', async () => {
    const items = await collectionWith('resent', { _id: 1, n: 0 });
    const send = (command: Document) => sendRaw(target.url, target.dbName, command);
    const lsid = { id: new Binary(new UUID().buffer, 4) };
    const update = {
      update: 'resent',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }],
      lsid,
      txnNumber: Long.fromNumber(5),
    };
    const first = await send(update);
    const second = await send(update);
    expect([first, second]).toEqual([
      expect.objectContaining({ n: 1, nModified: 1 }),
      expect.objectContaining({ n: 1, nModified: 1 }),
    ]);
    expect(await items.findOne()).toEqual({ _id: 1, n: 1 });
    expect(await send({ ...update, txnNumber: Long.fromNumber(4) })).toMatchObject({ ok: 0, code: 225 });
    const modify = {
      findAndModify: 'resent',
      query: { _id: 1 },
      update: { $inc: { n: 1 } },
      new: true,
      lsid,
    };
    const one = await send({ ...modify, txnNumber: Long.fromNumber(6) });
    const two = await send({ ...modify, txnNumber: Long.fromNumber(6) });
    expect([one.value, two.value]).toEqual([
      { _id: 1, n: 2 },
      { _id: 1, n: 2 },
    ]);
  });
});
