import { DatabaseSync } from 'node:sqlite';
import { type Document, ObjectId } from 'bson';
import { CommandError } from '../errors.ts';
import { decodeDocument, encodeDocument, MAX_DOCUMENT_BYTES, RANK, rankOf, sortKey } from '../values.ts';
import { Collection, duplicateKey, ID_INDEX, type IndexSpec } from './collection.ts';
import { Database, damaged, Statements } from './database.ts';

/** An open transaction, from the store's view. */
export interface Snapshot {
  /** Another client changed a document; `before` is null for an insertion. */
  changed(ns: string, idKey: string, before: Document | null): void;
  /** The collection was dropped, or one of its indexes was created or dropped. */
  invalidated(ns: string): void;
  /** The transaction's command uses this collection, and must read the snapshot. */
  uses(ns: string): void;
  /** The transaction is about to change a document. Throws WriteConflict. */
  assertWritable(ns: string, idKey: string): void;
  /** The transaction has changed a document. */
  wrote(ns: string, idKey: string, before: Document | null, after: Document | null): void;
}

/** All collections, in memory and on the disk. Each method changes both, or throws and changes neither. */
export class Store {
  readonly database: Database;
  /** The open transactions. */
  readonly snapshots = new Set<Snapshot>();
  /** The transaction of the running command. Memory shows its snapshot, and its writes do not reach the disk. */
  current: Snapshot | null = null;
  readonly #collections = new Map<string, Collection>();
  readonly #indexes = new Statements(new DatabaseSync(':memory:'));
  #nextId = 1;

  /** Opens the store in a folder (null: in memory only) and loads it. Throws DataFolderError. */
  constructor(dir: string | null) {
    // One transaction that never commits: otherwise each index statement would begin and end its own.
    this.#indexes.db.exec('PRAGMA journal_mode = OFF; BEGIN');
    this.database = new Database(dir);
    try {
      this.#load();
    } catch (error) {
      this.close();
      throw damaged(`data file in ${dir}`, (error as Error).message);
    }
  }

  #load(): void {
    type CollectionRow = { id: number; db: string; name: string };
    for (const { id, db, name } of this.database.rows<CollectionRow>(
      'SELECT * FROM collections ORDER BY id',
    )) {
      const collection = this.#add({ id, db, name });
      const rows = this.database.rows<{ id: number; body: Uint8Array }>(`SELECT * FROM c${id} ORDER BY id`);
      for (const row of rows) {
        const doc = decodeDocument(row.body);
        collection.put(sortKey(doc._id), doc, row.id);
      }
      const specs = 'SELECT spec FROM indexes WHERE collection = ? ORDER BY rowid';
      for (const { spec } of this.database.rows<{ spec: Uint8Array }>(specs, id))
        collection.buildIndex(decodeDocument(spec) as IndexSpec);
    }
  }

  #add(init: ConstructorParameters<typeof Collection>[1]): Collection {
    const collection = new Collection(this.#indexes, init);
    this.#collections.set(collection.ns, collection);
    this.#nextId = Math.max(this.#nextId, collection.id + 1);
    return collection;
  }

  collections(): Iterable<Collection> {
    return this.#collections.values();
  }

  collection(ns: string): Collection | undefined {
    this.current?.uses(ns);
    return this.#collections.get(ns);
  }

  /** Returns the collection of this name; creates it if it is missing. Throws InvalidNamespace. */
  ensureCollection(db: string, name: string): Collection {
    const present = this.collection(`${db}.${name}`);
    if (present) return present;
    assertNamespace(db, name);
    const id = this.#nextId;
    const isTemporary = this.current !== null;
    if (!isTemporary) {
      this.database.write('INSERT INTO collections (id, db, name) VALUES (?, ?, ?)', id, db, name);
      this.database.write(`CREATE TABLE c${id} (id INTEGER PRIMARY KEY, body BLOB NOT NULL)`);
    }
    return this.#add({ id, db, name, isTemporary });
  }

  /** Removes a collection from memory only, such as an uncommitted collection of a transaction. */
  forget(collection: Collection): void {
    this.#collections.delete(collection.ns);
    for (const index of collection.indexes) index.drop();
  }

  drop(collection: Collection): void {
    this.database.write(`DROP TABLE c${collection.id}`);
    this.database.write('DELETE FROM indexes WHERE collection = ?', collection.id);
    this.database.write('DELETE FROM collections WHERE id = ?', collection.id);
    this.forget(collection);
    this.#invalidate(collection);
  }

  createIndex(collection: Collection, spec: IndexSpec): void {
    collection.buildIndex(spec);
    const sql = 'INSERT INTO indexes (collection, name, spec) VALUES (?, ?, ?)';
    this.database.write(sql, collection.id, spec.name, encodeDocument(spec));
    this.#invalidate(collection);
  }

  dropIndex(collection: Collection, name: string): void {
    collection.dropIndex(name);
    this.database.write('DELETE FROM indexes WHERE collection = ? AND name = ?', collection.id, name);
    this.#invalidate(collection);
  }

  #invalidate({ ns }: Collection): void {
    for (const snapshot of this.snapshots) snapshot.invalidated(ns);
  }

  /** Adds a document; creates the collection if it is missing. Throws DuplicateKey. */
  insert(db: string, name: string, doc: Document): void {
    const collection = this.ensureCollection(db, name);
    const idKey = sortKey(doc._id);
    if (collection.doc(idKey)) throw duplicateKey(collection.ns, ID_INDEX, doc);
    this.set(collection, idKey, doc);
  }

  /** Replaces the document with this id; null removes it. Throws DuplicateKey, WriteConflict. */
  set(collection: Collection, idKey: string, doc: Document | null): void {
    if (!this.current) {
      this.setAll(collection, new Map([[idKey, doc]]));
      return;
    }
    if (doc) encodeChecked(doc);
    this.current.assertWritable(collection.ns, idKey);
    const before = collection.doc(idKey);
    if (doc) collection.put(idKey, doc);
    else collection.hide(idKey);
    this.current.wrote(collection.ns, idKey, before, doc);
  }

  /** Sets several documents, outside of transactions. Their unique keys may move from one to another. */
  setAll(collection: Collection, docs: ReadonlyMap<string, Document | null>): void {
    const { id, ns } = collection;
    const changes = [...docs].map(([idKey, doc]) => {
      return { idKey, doc, body: doc && encodeChecked(doc), before: collection.doc(idKey) };
    });
    if (docs.size > 1) for (const idKey of docs.keys()) collection.hide(idKey);
    for (const { idKey, doc, body, before } of changes) {
      const row = doc ? collection.put(idKey, doc) : collection.remove(idKey);
      if (body) this.database.write(`INSERT OR REPLACE INTO c${id} (id, body) VALUES (?, ?)`, row, body);
      else if (row) this.database.write(`DELETE FROM c${id} WHERE id = ?`, row);
      for (const snapshot of this.snapshots) snapshot.changed(ns, idKey, before);
    }
  }

  close(): void {
    this.#indexes.db.close();
    this.database.close();
  }
}

function assertNamespace(db: string, name: string): void {
  const isBadDb = db === '' || /[/\\. "$*<>:|?]/.test(db) || db.includes('\0');
  if (isBadDb || name === '' || name.startsWith('system.') || name.includes('$') || name.includes('\0')) {
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${db}.${name}'`);
  }
}

function encodeChecked(doc: Document): Uint8Array {
  const body = encodeDocument(doc);
  if (body.length > MAX_DOCUMENT_BYTES) {
    throw new CommandError('BSONObjectTooLarge', `object to insert too large. size in bytes: ${body.length}`);
  }
  return body;
}

/**
 * Returns a document prepared for insertion: `_id` first, generated if missing. Throws BadValue for an `_id` of a
 * wrong type.
 */
export function withId(doc: Document): Document {
  const { _id = new ObjectId(), ...fields } = doc;
  const rank = rankOf(_id);
  if (rank === RANK.array || rank === RANK.regex) {
    const type = rank === RANK.array ? 'array' : 'regex';
    throw new CommandError('BadValue', `The '_id' value cannot be of type ${type}`);
  }
  return Object.keys(doc)[0] === '_id' ? doc : { _id, ...fields };
}
