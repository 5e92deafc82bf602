import type { Db, Document, Filter, Sort } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duplicateKey, isExact, type Target, targets } from './targets.ts';

type Numbered = Document & { _id: number };

/** Returns all stage names of a plan, outermost first. */
function stagesOf(plan: Document | undefined): string[] {
  if (!plan) return [];
  return [plan.stage, ...stagesOf(plan.inputStage), ...(plan.inputStages ?? []).flatMap(stagesOf)];
}

describe.each(targets)('indexes: %s', (_name, start) => {
  let target: Target;
  let db: Db;
  beforeAll(async () => {
    target = await start();
    db = target.client.db(target.dbName);
  });
  afterAll(() => target.stop());

  test('unique: code 11000 with the keys of the index', async () => {
    const users = db.collection('users');
    expect(await users.createIndex({ username: 1 }, { unique: true })).toBe('username_1');
    await users.insertOne({ username: 'bob' });
    const error = await users.insertOne({ username: 'bob' }).catch((thrown) => thrown);
    expect(error).toMatchObject(duplicateKey({ keyPattern: { username: 1 }, keyValue: { username: 'bob' } }));
    if (isExact)
      expect(error.message).toContain(
        `E11000 duplicate key error collection: ${target.dbName}.users index: username_1 dup key: { username: "bob" }`,
      );
    await users.insertOne({ username: 'al' });
    await expect(users.updateOne({ username: 'al' }, { $set: { username: 'bob' } })).rejects.toMatchObject(
      duplicateKey({ keyValue: { username: 'bob' } }),
    );
    const upsert = users.findOneAndUpdate({ x: 1 }, { $set: { username: 'al' } }, { upsert: true });
    await expect(upsert).rejects.toMatchObject(duplicateKey({ keyPattern: { username: 1 } }));
    const { _id } = (await users.findOne({ username: 'al' }))!;
    await expect(users.insertOne({ _id, username: 'z' })).rejects.toMatchObject(
      duplicateKey({ keyPattern: { _id: 1 } }),
    );
    expect(await users.countDocuments()).toBe(2);
  });

  test('unique indexes count a missing field as null, and check array elements', async () => {
    const items = db.collection('uniqueNulls');
    await items.createIndex({ a: 1 }, { unique: true });
    await items.insertOne({});
    await expect(items.insertOne({ a: null })).rejects.toMatchObject({ code: 11000 });
    await items.insertOne({ a: [1, 2] });
    await expect(items.insertOne({ a: [2, 3] })).rejects.toMatchObject({ code: 11000 });
    await items.insertOne({ a: [4, 4] });
  });

  test('compound unique indexes', async () => {
    const pairs = db.collection('pairs');
    await pairs.createIndex({ a: 1, b: -1 }, { unique: true });
    await pairs.insertMany([
      { a: 1, b: 1 },
      { a: 1, b: 2 },
    ]);
    await expect(pairs.insertOne({ a: 1, b: 2 })).rejects.toMatchObject(
      duplicateKey({ keyValue: { a: 1, b: 2 } }),
    );
    await expect(pairs.insertOne({ a: [1], b: [2] })).rejects.toMatchObject({ code: 171 });
  });

  test('refuses to build a unique index over duplicates and leaves none', async () => {
    const items = db.collection('dups');
    await items.insertMany([{ a: 1 }, { a: 1 }]);
    await expect(items.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    expect(await items.indexes()).toHaveLength(1);
  });

  test('lists, recreates, refuses conflicting and drops indexes', async () => {
    const items = db.collection('manage');
    await items.createIndex({ a: 1 });
    await items.createIndex({ a: 1 });
    await items.createIndex({ b: 1, c: -1 }, { name: 'own' });
    expect((await items.indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1', 'own']);
    await expect(items.createIndex({ z: 1 }, { name: 'own' })).rejects.toMatchObject({ code: 86 });
    await expect(items.createIndex({ a: 1 }, { unique: true, name: 'a_1' })).rejects.toMatchObject({
      code: 86,
    });
    await items.dropIndex('own');
    await expect(items.dropIndex('own')).rejects.toMatchObject({ code: 27 });
    await items.dropIndexes();
    expect(await items.indexes()).toHaveLength(1);
  });

  test('TTL removes expired documents', { timeout: 90_000 }, async () => {
    const items = db.collection('ttl');
    await items.createIndex({ at: 1 }, { expireAfterSeconds: 5 });
    const now = Date.now();
    await items.insertMany([
      { k: 'old', at: new Date(now - 60_000) },
      { k: 'new', at: new Date(now + 600_000) },
      { k: 'none' },
    ]);
    await expect
      .poll(() => items.distinct('k').then((found) => found.toSorted()), { timeout: 80_000 })
      .toEqual(['new', 'none']);
  });

  const queries: [string, Filter<Numbered>, Sort, number, boolean][] = [
    ['_id', { _id: 42 }, {}, 1, false],
    ['equality', { player: 'p7' }, {}, 10, false],
    ['range', { score: { $gte: 100, $lt: 110 } }, {}, 10, false],
    ['in', { score: { $in: [1, 2, 3] } }, {}, 3, false],
    ['compound prefix', { player: 'p3', endTime: { $gt: 900 } }, {}, 1, false],
    ['equality and sort', { player: 'p7' }, { endTime: -1 }, 10, false],
    ['array element', { players: 'q5' }, {}, 20, false],
    ['or of indexed fields', { $or: [{ player: 'p1' }, { score: 5 }] }, {}, 11, false],
    ['one of nothing, and or', { score: { $in: [] }, $or: [{ player: 'p1' }, { score: 5 }] }, {}, 0, false],
    ['no index', { other: 3 }, {}, 1000, true],
    ['sort without an index', { player: 'p7' }, { other: 1 }, 10, false],
  ];
  test.runIf(isExact).each(queries)('plan: %s', async (title, filter, sort, examined, isScan) => {
    const items = db.collection<Numbered>('plans');
    if ((await items.estimatedDocumentCount()) === 0) {
      await items.createIndexes([
        { key: { player: 1, endTime: -1 } },
        { key: { score: 1 } },
        { key: { players: 1 } },
      ]);
      await items.insertMany(
        Array.from({ length: 1000 }, (_, i) => ({
          _id: i,
          player: `p${i % 100}`,
          players: [`q${i % 100}`, `q${(i + 1) % 100}`],
          endTime: i,
          score: i,
          other: i % 7,
        })),
      );
    }
    const plan = await items.find(filter).sort(sort).explain('executionStats');
    const stages = stagesOf(plan.queryPlanner.winningPlan);
    expect(stages.includes('COLLSCAN'), stages.join()).toBe(isScan);
    expect(stages.includes('SORT')).toBe(title.startsWith('sort without'));
    expect(plan.executionStats.totalDocsExamined).toBeLessThanOrEqual(examined);
  });

  test.runIf(isExact)('serverStatus counts the documents that queries have examined', async () => {
    const items = db.collection('examined');
    await items.createIndex({ kind: 1, n: -1 });
    await items.insertMany(Array.from({ length: 200 }, (_, n) => ({ kind: n % 2, n })));
    const examined = async (): Promise<number> => {
      const { metrics } = await db.admin().command({ serverStatus: 1 });
      return Number(metrics.queryExecutor.scannedObjects);
    };
    const before = await examined();
    await items.find({ kind: 1 }).sort({ n: -1 }).limit(3).toArray();
    const paged = await examined();
    await items.find({ other: 1 }).toArray();
    const scanned = await examined();
    // A MongoDB reads a few documents itself meanwhile.
    expect(paged - before).toBeGreaterThanOrEqual(3);
    expect(paged - before).toBeLessThan(50);
    expect(scanned - paged).toBeGreaterThanOrEqual(200);
  });
});
