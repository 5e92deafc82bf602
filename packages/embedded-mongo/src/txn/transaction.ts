import type { Document } from 'bson';
import { writeConflict } from '../errors.ts';
import type { Collection } from '../storage/collection.ts';
import type { Snapshot, Store } from '../storage/store.ts';

/** Documents by encoded `_id`; null means that there is none. */
type States = Map<string, Document | null>;

/** How one collection differs between a transaction and the live state. */
interface Overlay {
  readonly db: string;
  readonly name: string;
  /** The documents at the snapshot that other clients have changed since. */
  readonly before: States;
  /** The documents that the transaction itself has changed. */
  readonly own: States;
  /** While the snapshot is shown: the live documents that it stands in for. */
  readonly live: States;
  /** Whether the running command uses the collection, so that memory holds its snapshot. */
  isShown: boolean;
}

/**
 * A multi-document transaction under snapshot isolation. When one of its commands uses a collection, the store's memory
 * takes its snapshot and its own writes; after the command the live documents are put back. It gets WriteConflict, and its
 * driver runs it again, when it writes a document that another transaction has written, or commits one that any
 * client has changed since.
 */
export class Transaction implements Snapshot {
  readonly #store: Store;
  readonly #overlays = new Map<string, Overlay>();
  #isDoomed = false;

  constructor(store: Store) {
    this.#store = store;
    store.snapshots.add(this);
  }

  changed(ns: string, idKey: string, before: Document | null): void {
    const overlay = this.#overlay(ns);
    if (!overlay.before.has(idKey)) overlay.before.set(idKey, before);
  }

  invalidated(ns: string): void {
    if (this.#overlays.has(ns)) this.#isDoomed = true;
  }

  uses(ns: string): void {
    const overlay = this.#overlay(ns);
    if (overlay.isShown) return;
    overlay.isShown = true;
    this.#show(overlay);
  }

  assertWritable(ns: string, idKey: string): void {
    if (this.#overlay(ns).before.has(idKey)) throw writeConflict();
    for (const other of this.#store.snapshots) {
      if (other !== this && other instanceof Transaction && other.#overlays.get(ns)?.own.has(idKey))
        throw writeConflict();
    }
  }

  wrote(ns: string, idKey: string, before: Document | null, after: Document | null): void {
    const { own, live } = this.#overlay(ns);
    if (!live.has(idKey)) live.set(idKey, before);
    own.set(idKey, after);
  }

  /** Runs one command in the transaction's view of the store. Throws WriteConflict. */
  run<T>(act: () => T): T {
    if (this.#isDoomed) throw writeConflict();
    this.#store.current = this;
    try {
      return act();
    } finally {
      for (const [ns, overlay] of this.#overlays) if (overlay.isShown) this.#hide(ns, overlay);
      this.#store.current = null;
    }
  }

  /** Applies all writes at once. Throws WriteConflict and applies none. */
  commit(): void {
    this.abort();
    if (this.#isDoomed) throw writeConflict();
    for (const [ns, overlay] of this.#overlays) assertCommittable(this.#store.collection(ns), overlay);
    for (const { db, name, own } of this.#overlays.values()) {
      if (own.size > 0) this.#store.setAll(this.#store.ensureCollection(db, name), own);
    }
  }

  /** Gives up the writes and stops following changes. */
  abort(): void {
    this.#store.snapshots.delete(this);
  }

  #overlay(ns: string): Overlay {
    let overlay = this.#overlays.get(ns);
    if (!overlay) {
      const dot = ns.indexOf('.');
      const [db, name] = [ns.slice(0, dot), ns.slice(dot + 1)];
      overlay = { db, name, before: new Map(), own: new Map(), live: new Map(), isShown: false };
      this.#overlays.set(ns, overlay);
    }
    return overlay;
  }

  #show({ db, name, before, own, live }: Overlay): void {
    const seen: States = new Map([...before, ...own]);
    if (seen.size === 0) return;
    const collection = this.#store.ensureCollection(db, name);
    for (const idKey of seen.keys()) live.set(idKey, collection.doc(idKey));
    putAll(collection, seen);
  }

  #hide(ns: string, overlay: Overlay): void {
    const { live } = overlay;
    const collection = this.#store.collection(ns);
    overlay.isShown = false;
    if (!collection) return;
    putAll(collection, live);
    for (const [idKey, doc] of live) if (!doc) collection.remove(idKey);
    live.clear();
    if (collection.isTemporary) this.#store.forget(collection);
  }
}

/** Hides all documents first, so that a unique key may move between them. */
function putAll(collection: Collection, docs: States): void {
  for (const idKey of docs.keys()) collection.hide(idKey);
  for (const [idKey, doc] of docs) if (doc) collection.put(idKey, doc);
}

/** Throws WriteConflict when another client has changed one of the documents, or holds one of their unique keys. */
function assertCommittable(collection: Collection | undefined, { own, before }: Overlay): void {
  for (const [idKey, doc] of own) {
    if (before.has(idKey)) throw writeConflict();
    if (doc && collection?.uniqueHolders(doc).some((holder) => !own.has(holder))) throw writeConflict();
  }
}
