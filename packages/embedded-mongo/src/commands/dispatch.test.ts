import { Binary, type Document, Long, ObjectId, UUID } from 'bson';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Store } from '../storage/store.ts';
import { Sessions } from '../transactions.ts';
import { Cursors, type Services } from './context.ts';
import { dispatch } from './dispatch.ts';

function services(): Services {
  const store = new Store(null);
  return { store, sessions: new Sessions(store), cursors: new Cursors(), now: () => new Date(0) };
}

/** Checks that every index has exactly the keys of its documents. */
function expectConsistent(store: Store): void {
  for (const collection of store.collections()) {
    const rows = [...collection.read(null)];
    expect(rows).toHaveLength(collection.size);
    for (const index of collection.indexes) {
      const held = index.statements.db.prepare(`SELECT * FROM ${index.name}`).all();
      const expected = rows.flatMap(({ id, doc }) => index.keysOf(doc).map((key) => [...key, id]));
      expect(held.map((entry) => Object.values(entry).join()).toSorted()).toEqual(
        expected.map((entry) => entry.join()).toSorted(),
      );
    }
  }
}

const lsid = { id: new Binary(new UUID().buffer, 4) };
const fields = fc.constantFrom(
  '_id',
  'a',
  'b',
  'a.b',
  'a.0',
  'a.$',
  'a.$[]',
  'a.$[x]',
  '',
  '__proto__',
  '$a',
);
const operators = fc.constantFrom(
  ...['$eq', '$gt', '$in', '$and', '$or', '$elemMatch', '$regex', '$exists'],
  ...['$set', '$inc', '$push', '$pull', '$each', '$unset', '$addToSet', '$min'],
  ...['$match', '$group', '$sort', '$limit', '$skip', '$project', '$sum', '$count'],
);
const scalar = fc.oneof(
  fc.integer({ min: -3, max: 300 }),
  fc.double(),
  fc.string({ maxLength: 3 }),
  fc.boolean(),
  fc.constantFrom(
    null,
    'a',
    '$a',
    '$$ROOT',
    Long.fromNumber(2),
    new ObjectId(),
    new Date(0),
    /x/,
    new Binary(Buffer.from('x')),
  ),
);
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: scalar },
    fc.array(tie('anything'), { maxLength: 3 }),
    fc.dictionary(fields, tie('anything'), { maxKeys: 3 }),
    { weight: 2, arbitrary: fc.dictionary(operators, tie('anything'), { maxKeys: 2 }) },
  ),
}));
const argument = fc.constantFrom(
  ...[
    'filter',
    'query',
    'update',
    'updates',
    'deletes',
    'documents',
    'pipeline',
    'cursor',
    'projection',
    'fields',
  ],
  ...['sort', 'limit', 'skip', 'hint', 'collation', 'key', 'indexes', 'index'],
  ...[
    'new',
    'upsert',
    'remove',
    'batchSize',
    'collection',
    'cursors',
    'lsid',
    'txnNumber',
    'autocommit',
    'explain',
  ],
);
const commandName = fc.constantFrom(
  ...[
    'find',
    'insert',
    'update',
    'delete',
    'findAndModify',
    'aggregate',
    'count',
    'distinct',
    'createIndexes',
    'explain',
  ],
  ...['getMore', 'killCursors', 'dropIndexes', 'listIndexes', 'endSessions', 'commitTransaction', 'hello'],
);
const garbage = fc
  .record({
    name: commandName,
    target: fc.oneof({ weight: 4, arbitrary: fc.constant('c') }, anything),
    args: fc.dictionary(argument, anything, { maxKeys: 4 }),
  })
  .map(({ name, target, args }): Document => ({ [name]: target, ...args, $db: 'd' }));

const write = fc.oneof(
  anything.map((doc): Document => ({ insert: 'c', documents: [doc], $db: 'd' })),
  fc.tuple(anything, anything, fc.boolean(), fc.boolean()).map(([q, u, multi, upsert]): Document => {
    return { update: 'c', updates: [{ q, u, multi, upsert }], $db: 'd' };
  }),
  fc.tuple(fields, operators, anything).map(([field, operator, operand]): Document => {
    return {
      update: 'c',
      updates: [{ q: {}, u: { [operator]: { [field]: operand } }, multi: true }],
      $db: 'd',
    };
  }),
);
const transactional = fc.tuple(write, fc.integer({ min: 1, max: 3 }), fc.boolean()).map(
  ([command, n, startTransaction]): Document => ({
    ...command,
    lsid,
    txnNumber: Long.fromNumber(n),
    autocommit: false,
    ...(startTransaction ? { startTransaction } : {}),
  }),
);
const commit = fc.integer({ min: 1, max: 3 }).map(
  (n): Document => ({
    commitTransaction: 1,
    lsid,
    txnNumber: Long.fromNumber(n),
    autocommit: false,
    $db: 'admin',
  }),
);

test('refuses a field named __proto__ at any depth', () => {
  const all = services();
  const documents = [{ _id: 1, a: [{ ['__proto__']: {} }] }];
  expect(dispatch({ insert: 'c', documents, $db: 'd' }, 1, all)).toMatchObject({
    ok: 0,
    codeName: 'BadValue',
  });
  all.store.close();
});

test('replies to any command, and indexes always match their documents', () => {
  const command = fc.oneof(garbage, { weight: 3, arbitrary: write }, transactional, commit);
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      const all = services();
      const seed: Document[] = [
        {
          insert: 'c',
          documents: [
            { _id: 1, a: [1, 2] },
            { _id: 2, a: { b: 'x' }, b: 3 },
          ],
          $db: 'd',
        },
        {
          createIndexes: 'c',
          indexes: [{ key: { a: 1, b: -1 } }, { key: { 'a.b': 1 } }, { key: { b: 1 }, unique: true }],
          $db: 'd',
        },
      ];
      for (const one of [...seed, ...commands]) {
        const reply = dispatch(one, 1, all);
        expect([0, 1]).toContain(reply.ok);
        if (reply.ok === 0)
          expect(reply).toMatchObject({ errmsg: expect.any(String), code: expect.any(Number) });
      }
      expectConsistent(all.store);
      all.store.close();
    }),
    { numRuns: 300 },
  );
});
