import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { findRows } from '../query.ts';
import { Sessions } from '../transactions.ts';
import { encodeDocument } from '../values.ts';
import { Store } from './store.ts';

/** The tables of data format 1, as the first version of the store created them. */
const FORMAT_1 = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY, db TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (db, name));
  CREATE TABLE indexes (collection INTEGER NOT NULL, name TEXT NOT NULL, spec BLOB NOT NULL, PRIMARY KEY (collection, name));
  CREATE TABLE retries (session TEXT PRIMARY KEY, txn INTEGER NOT NULL, reply BLOB NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE c7 (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
  INSERT INTO collections VALUES (7, 'd', 'users');
  PRAGMA user_version = 1;
  PRAGMA journal_mode = WAL;
`;

test('opens a data folder of the first version with its documents, indexes and replies', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'store-format-'));
  const db = new DatabaseSync(join(dir, 'store.sqlite'));
  db.exec(FORMAT_1);
  const spec = { v: 2, key: { name: 1 }, name: 'name_1', unique: true };
  db.prepare('INSERT INTO indexes VALUES (7, ?, ?)').run('name_1', encodeDocument(spec));
  const insert = db.prepare('INSERT INTO c7 VALUES (?, ?)');
  insert.run(3, encodeDocument({ _id: 1, name: 'ann' }));
  insert.run(9, encodeDocument({ _id: 2, name: 'bob' }));
  db.prepare('INSERT INTO retries VALUES (?, 5, ?, 0)').run('5e55', encodeDocument({ n: 1, ok: 1 }));
  db.close();

  const store = new Store(dir);
  const users = store.collection('d.users')!;
  const found = findRows(users, { filter: { name: { $gt: 'a' } }, sort: [['name', -1]] });
  expect(found.rows.map(({ doc }) => doc)).toEqual([
    { _id: 2, name: 'bob' },
    { _id: 1, name: 'ann' },
  ]);
  expect(found.isSorted).toBe(false);
  expect(() => store.insert('d', 'users', { _id: 3, name: 'ann' })).toThrow(/E11000/);
  expect(new Sessions(store).earlierReply('5e55', 5)).toEqual({ n: 1, ok: 1 });
  store.insert('d', 'users', { _id: 3, name: 'cat' });
  store.insert('d', 'games', { _id: 1 });
  await store.database.flushed();
  store.close();

  const again = new Store(dir);
  expect([...again.collections()].map(({ ns, size }) => [ns, size])).toEqual([
    ['d.users', 3],
    ['d.games', 1],
  ]);
  again.close();
  rmSync(dir, { recursive: true });
});
