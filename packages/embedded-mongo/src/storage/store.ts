import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { decodeDocument, encodeDocument, MAX_DOCUMENT_BYTES } from '../values/codec.ts';
import { Collection } from './collection.ts';
import { DataFolderError, Journal } from './journal.ts';
import type { IndexSpec, StoredRecord } from './secondary-index.ts';

/** Is told of each change and what the document was before; transactions keep their snapshots with it. */
export interface ChangeObserver {
  /** `before` is null for an insertion. */
  changed(collection: Collection, idKey: string, before: Document | null): void;
  /** The collection was dropped, or one of its indexes was made or dropped. */
  invalidated(collection: Collection): void;
}

/** All collections, in memory and on the disk. Each method changes both, or throws and changes neither. */
export class Store {
  readonly journal: Journal;
  readonly observers = new Set<ChangeObserver>();
  readonly #collections = new Map<string, Collection>();
  #nextId = 1;

  /** Opens the store in a folder (null: in memory only) and loads it. Throws DataFolderError. */
  constructor(dir: string | null) {
    this.journal = new Journal(dir);
    try {
      this.#load();
    } catch (error) {
      this.journal.close();
      throw new DataFolderError(
        `data file in ${dir} is damaged (${(error as Error).message}); it was left as it is`,
      );
    }
  }

  #load(): void {
    for (const { id, db, name } of this.journal.collections()) {
      const collection = new Collection(id, db, name);
      for (const row of this.journal.documents(id)) collection.insert(decodeDocument(row.body), row.id);
      for (const spec of this.journal.indexSpecs(id))
        collection.buildIndex(decodeDocument(spec) as IndexSpec);
      this.#collections.set(collection.ns, collection);
      this.#nextId = Math.max(this.#nextId, id + 1);
    }
  }

  collections(): Iterable<Collection> {
    return this.#collections.values();
  }

  collection(ns: string): Collection | undefined {
    return this.#collections.get(ns);
  }

  /** The collection of this name, made when it is missing. Throws InvalidNamespace. */
  ensureCollection(db: string, name: string): Collection {
    const present = this.#collections.get(`${db}.${name}`);
    if (present) return present;
    assertNamespace(db, name);
    const collection = new Collection(this.#nextId++, db, name);
    this.journal.createCollection({ id: collection.id, db, name });
    this.#collections.set(collection.ns, collection);
    return collection;
  }

  drop(collection: Collection): void {
    this.journal.dropCollection(collection.id);
    this.#collections.delete(collection.ns);
    this.#notifyInvalidated(collection);
  }

  createIndex(collection: Collection, spec: IndexSpec): void {
    collection.buildIndex(spec);
    this.journal.putIndex(collection.id, spec.name, encodeDocument(spec));
    this.#notifyInvalidated(collection);
  }

  dropIndex(collection: Collection, name: string): void {
    const index = collection.indexNamed(name);
    collection.indexes.splice(collection.indexes.indexOf(index), 1);
    this.journal.deleteIndex(collection.id, name);
    this.#notifyInvalidated(collection);
  }

  insert(collection: Collection, doc: Document): void {
    const body = encodeChecked(doc);
    const record = collection.insert(doc);
    this.journal.putDocument(collection.id, record.rowId, body);
    this.#notifyChanged(collection, record.idKey, null);
  }

  replace(collection: Collection, record: StoredRecord, doc: Document): void {
    const body = encodeChecked(doc);
    const before = record.doc;
    collection.replace(record, doc);
    this.journal.putDocument(collection.id, record.rowId, body);
    this.#notifyChanged(collection, record.idKey, before);
  }

  remove(collection: Collection, record: StoredRecord): void {
    collection.remove(record);
    this.journal.deleteDocument(collection.id, record.rowId);
    this.#notifyChanged(collection, record.idKey, record.doc);
  }

  #notifyChanged(collection: Collection, idKey: string, before: Document | null): void {
    for (const observer of this.observers) observer.changed(collection, idKey, before);
  }

  #notifyInvalidated(collection: Collection): void {
    for (const observer of this.observers) observer.invalidated(collection);
  }

  close(): void {
    this.journal.close();
  }
}

/** Throws InvalidNamespace for a name that no collection may have. */
export function assertNamespace(db: string, name: string): void {
  const isBadDb = db === '' || /[/\\. "$*<>:|?]/.test(db) || db.includes('\0');
  if (isBadDb || name === '' || name.startsWith('system.') || name.includes('$') || name.includes('\0')) {
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${db}.${name}'`);
  }
}

/** The BSON form of a document to store; throws BSONObjectTooLarge above 16 MiB. */
export function encodeChecked(doc: Document): Uint8Array {
  const body = encodeDocument(doc);
  if (body.length > MAX_DOCUMENT_BYTES) {
    throw new CommandError('BSONObjectTooLarge', `object to insert too large. size in bytes: ${body.length}`);
  }
  return body;
}
