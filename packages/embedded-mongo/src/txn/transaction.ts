import type { Document } from 'bson';
import { writeConflict } from '../errors.ts';
import type { Plan } from '../query/plan.ts';
import { type Collection, ID_INDEX } from '../storage/collection.ts';
import { duplicateKey, SecondaryIndex } from '../storage/secondary-index.ts';
import { assertNamespace, type ChangeObserver, encodeChecked, type Store } from '../storage/store.ts';
import { type CollectionView, planRecords, type Row } from '../storage/view.ts';
import { sortKey } from '../values/sort-key.ts';

/** How one collection differs between a transaction and the live state; null means that there is no document. */
interface Overlay {
  /** What documents were at the snapshot that others have changed since. */
  readonly before: Map<string, Document | null>;
  /** What the transaction itself made of documents. */
  readonly own: Map<string, Document | null>;
}

/**
 * A multi-document transaction under snapshot isolation. It keeps its own writes apart until the commit, and the
 * earlier states of documents that others change meanwhile. It gets WriteConflict, and its driver runs it again,
 * when it writes a document that another transaction has written, or commits one that anybody has changed since.
 */
export class Transaction implements ChangeObserver {
  readonly #store: Store;
  readonly #overlays = new Map<string, Overlay>();
  #doomed = false;

  constructor(store: Store) {
    this.#store = store;
    store.observers.add(this);
  }

  changed(collection: Collection, idKey: string, before: Document | null): void {
    const overlay = this.overlay(collection.ns);
    if (!overlay.before.has(idKey)) overlay.before.set(idKey, before);
  }

  invalidated(collection: Collection): void {
    if (this.#overlays.has(collection.ns)) this.#doomed = true;
  }

  /** Whether this transaction has written the document. */
  hasWritten(ns: string, idKey: string): boolean {
    return this.#overlays.get(ns)?.own.has(idKey) ?? false;
  }

  overlay(ns: string): Overlay {
    let overlay = this.#overlays.get(ns);
    if (!overlay) {
      overlay = { before: new Map(), own: new Map() };
      this.#overlays.set(ns, overlay);
    }
    return overlay;
  }

  /** Throws WriteConflict when another transaction has written the document, committed or not. */
  assertWritable(ns: string, idKey: string): void {
    if (this.#doomed || this.#overlays.get(ns)?.before.has(idKey)) throw writeConflict();
    for (const other of this.#store.observers) {
      if (other !== this && other instanceof Transaction && other.hasWritten(ns, idKey))
        throw writeConflict();
    }
  }

  view(db: string, name: string): CollectionView {
    return new SnapshotView(this.#store, this, db, name);
  }

  /** Applies all writes at once. Throws WriteConflict and applies none. */
  commit(): void {
    this.abort();
    this.#assertCommittable();
    for (const [ns, overlay] of this.#overlays) {
      if (overlay.own.size === 0) continue;
      const collection = this.#collectionFor(ns);
      // Removed first and inserted last, so that a unique key may move between documents.
      const replaced: [string, Document][] = [];
      for (const [idKey, doc] of overlay.own) {
        const record = collection.records.get(idKey);
        if (record) this.#store.remove(collection, record);
        if (doc) replaced.push([idKey, doc]);
      }
      for (const [, doc] of replaced) this.#store.insert(collection, doc);
    }
  }

  /** Gives the writes up and watches the store no longer. */
  abort(): void {
    this.#store.observers.delete(this);
  }

  #collectionFor(ns: string): Collection {
    const dot = ns.indexOf('.');
    return this.#store.ensureCollection(ns.slice(0, dot), ns.slice(dot + 1));
  }

  #assertCommittable(): void {
    if (this.#doomed) throw writeConflict();
    for (const [ns, { own, before }] of this.#overlays) {
      const collection = this.#store.collection(ns);
      for (const [idKey, doc] of own) {
        if (before.has(idKey)) throw writeConflict();
        if (!doc || !collection) continue;
        for (const index of uniqueIndexes(collection.indexes)) {
          for (const key of index.keysOf(doc)) {
            for (const holder of index.holders(key)) if (!own.has(holder.idKey)) throw writeConflict();
          }
        }
      }
    }
  }
}

function uniqueIndexes(indexes: readonly SecondaryIndex[]): SecondaryIndex[] {
  return indexes.filter((index) => index.spec.unique);
}

/** A collection as a transaction sees it. */
class SnapshotView implements CollectionView {
  readonly ns: string;
  readonly #store: Store;
  readonly #transaction: Transaction;
  readonly #db: string;
  readonly #name: string;

  constructor(store: Store, transaction: Transaction, db: string, name: string) {
    this.ns = `${db}.${name}`;
    this.#db = db;
    this.#name = name;
    this.#store = store;
    this.#transaction = transaction;
  }

  get #collection(): Collection | undefined {
    return this.#store.collection(this.ns);
  }

  get #overlay(): Overlay {
    return this.#transaction.overlay(this.ns);
  }

  get indexes(): readonly SecondaryIndex[] {
    return this.#collection?.indexes ?? [];
  }

  get ordered(): boolean {
    return this.#overlay.before.size === 0 && this.#overlay.own.size === 0;
  }

  size(): number {
    let count = 0;
    for (const _ of this.rows({ kind: 'scan' })) count++;
    return count;
  }

  *rows(plan: Plan): Generator<Row> {
    const { before, own } = this.#overlay;
    if (this.#collection) {
      for (const record of planRecords(this.#collection, plan)) {
        if (!before.has(record.idKey) && !own.has(record.idKey)) yield record;
      }
    }
    for (const [idKey, doc] of before) if (doc && !own.has(idKey)) yield { idKey, doc };
    for (const [idKey, doc] of own) if (doc) yield { idKey, doc };
  }

  insert(doc: Document): void {
    assertNamespace(this.#db, this.#name);
    encodeChecked(doc);
    const idKey = sortKey(doc._id);
    if (this.#current(idKey)) throw duplicateKey(this.ns, new SecondaryIndex(ID_INDEX), doc);
    this.#transaction.assertWritable(this.ns, idKey);
    this.#assertIndexable(idKey, doc);
    this.#overlay.own.set(idKey, doc);
  }

  replace(row: Row, doc: Document): void {
    encodeChecked(doc);
    this.#transaction.assertWritable(this.ns, row.idKey);
    this.#assertIndexable(row.idKey, doc);
    this.#overlay.own.set(row.idKey, doc);
  }

  remove(row: Row): void {
    this.#transaction.assertWritable(this.ns, row.idKey);
    this.#overlay.own.set(row.idKey, null);
  }

  /** The document as this transaction sees it. */
  #current(idKey: string): Document | null {
    const { before, own } = this.#overlay;
    if (own.has(idKey)) return own.get(idKey)!;
    if (before.has(idKey)) return before.get(idKey)!;
    return this.#collection?.records.get(idKey)?.doc ?? null;
  }

  /** Throws DuplicateKey, CannotIndexParallelArrays. */
  #assertIndexable(idKey: string, doc: Document): void {
    for (const index of this.indexes) {
      // Asked of every index: a document that cannot be indexed must fail now, not in the commit.
      const keys = index.keysOf(doc);
      if (!index.spec.unique) continue;
      for (const row of this.#rowsWithKey(index, keys)) {
        if (row.idKey !== idKey) throw duplicateKey(this.ns, index, doc);
      }
    }
  }

  *#rowsWithKey(index: SecondaryIndex, keys: readonly string[]): Generator<Row> {
    const { before, own } = this.#overlay;
    for (const key of keys) {
      for (const record of index.holders(key)) {
        if (!before.has(record.idKey) && !own.has(record.idKey)) yield record;
      }
    }
    for (const [idKey, doc] of own) {
      if (doc && index.keysOf(doc).some((key) => keys.includes(key))) yield { idKey, doc };
    }
  }
}
