import { Binary, type Document } from 'bson';
import { CommandError, writeConflict } from './errors.ts';
import type { Collection } from './storage/collection.ts';
import type { Snapshot, Store } from './storage/store.ts';
import { decodeDocument, encodeDocument } from './values.ts';

/** Documents by encoded `_id`; null means that the document does not exist. */
type States = Map<string, Document | null>;

/** How one collection differs between a transaction and the live state. */
interface Overlay {
  readonly db: string;
  readonly name: string;
  /** Snapshot versions of the documents that other clients have changed since. */
  readonly before: States;
  /** The documents that the transaction itself has changed. */
  readonly own: States;
  /** While the snapshot is shown: the live documents that it replaces. */
  readonly live: States;
  /** Whether the running command uses the collection, so that memory holds its snapshot. */
  isShown: boolean;
}

/**
 * A multi-document transaction under snapshot isolation. While one of its commands uses a collection, the store's
 * memory shows the snapshot and the transaction's own writes; after the command the live documents are restored. It
 * gets WriteConflict, and its driver retries it, if it writes a document that another transaction has written, or
 * commits a document that any client has changed since the snapshot.
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

  /** Discards the writes and stops following changes. */
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

/** Hides all documents first, so that a unique key may move from one to another. */
function putAll(collection: Collection, docs: States): void {
  for (const idKey of docs.keys()) collection.hide(idKey);
  for (const [idKey, doc] of docs) if (doc) collection.put(idKey, doc);
}

/** Throws WriteConflict if another client has changed one of the documents or has one of their unique keys. */
function assertCommittable(collection: Collection | undefined, { own, before }: Overlay): void {
  for (const [idKey, doc] of own) {
    if (before.has(idKey)) throw writeConflict();
    if (doc && collection?.uniqueHolders(doc).some((holder) => !own.has(holder))) throw writeConflict();
  }
}

const TRANSACTION_LIFETIME_MS = 60_000;
/** How long the reply to a retryable write is stored (`logicalSessionTimeoutMinutes` is 30). */
const SESSION_LIFETIME_MS = 30 * 60_000;

/** The latest numbered operation of a session: an open transaction, or the reply to a finished one. */
interface SessionState {
  txn: number;
  transaction: Transaction | null;
  /** Reply to a resend; null after an abort or a failure. */
  reply: Document | null;
  at: number;
}

/** A stored reply to a retryable write. */
interface RetryRow {
  session: string;
  txn: number;
  reply: Uint8Array;
  at: number;
}

/** Returns a session's id (`{id: UUID}`) as hexadecimal digits. Throws TypeMismatch. */
export function sessionKey(lsid: unknown): string {
  const id = (lsid as { id?: unknown } | null)?.id;
  if (!(id instanceof Binary)) throw new CommandError('TypeMismatch', 'lsid.id must be a UUID');
  return Buffer.from(id.buffer.subarray(0, id.position)).toString('hex');
}

/** Transactions and retryable writes, by session. Replies survive a restart together with the writes. */
export class Sessions {
  readonly #store: Store;
  readonly #states = new Map<string, SessionState>();

  constructor(store: Store) {
    this.#store = store;
    for (const { session, txn, reply, at } of store.database.rows<RetryRow>('SELECT * FROM retries'))
      this.#states.set(session, { txn, transaction: null, reply: decodeDocument(reply), at });
  }

  /** Returns the reply to an earlier attempt of this operation, or null if it is new. Throws TransactionTooOld. */
  earlierReply(session: string, txn: number): Document | null {
    const state = this.#states.get(session);
    assertNewest(state, txn);
    return state?.txn === txn ? state.reply : null;
  }

  /** Stores the reply of a retryable write, in the same commit as the write itself. */
  remember(session: string, txn: number, reply: Document, at: number): void {
    this.#states.get(session)?.transaction?.abort();
    this.#states.set(session, { txn, transaction: null, reply, at });
    const sql = 'INSERT OR REPLACE INTO retries (session, txn, reply, at) VALUES (?, ?, ?, ?)';
    this.#store.database.write(sql, session, txn, encodeDocument(reply), at);
  }

  /** Opens a transaction; an open one of the same session is aborted. Throws TransactionTooOld. */
  begin(session: string, txn: number, at: number): Transaction {
    const state = this.#states.get(session);
    assertNewest(state, txn);
    if (state?.txn === txn) throw noSuchTransaction(txn);
    state?.transaction?.abort();
    const transaction = new Transaction(this.#store);
    this.#states.set(session, { txn, transaction, reply: null, at });
    return transaction;
  }

  /** Returns the open transaction of a session. Throws NoSuchTransaction, TransactionCommitted. */
  current(session: string, txn: number): Transaction {
    const state = this.#states.get(session);
    if (state?.txn !== txn || !(state.transaction || state.reply)) throw noSuchTransaction(txn);
    if (state.transaction) return state.transaction;
    throw new CommandError('TransactionCommitted', `Transaction ${txn} has been committed.`);
  }

  /** Commits; a second commit of the same transaction gets the same reply. Throws NoSuchTransaction, WriteConflict. */
  commit(session: string, txn: number, at: number): Document {
    const state = this.#states.get(session);
    if (state?.txn === txn && state.reply) return state.reply;
    const transaction = this.current(session, txn);
    this.#states.set(session, { txn, transaction: null, reply: null, at });
    transaction.commit();
    const reply = { ok: 1 };
    this.remember(session, txn, reply, at);
    return reply;
  }

  /** Throws NoSuchTransaction, TransactionCommitted. */
  abort(session: string, txn: number): void {
    this.current(session, txn).abort();
    this.#states.get(session)!.transaction = null;
  }

  /** Removes a session that its client has ended. */
  end(session: string): void {
    const state = this.#states.get(session);
    state?.transaction?.abort();
    this.#states.delete(session);
    if (state?.reply) this.#store.database.write('DELETE FROM retries WHERE session = ?', session);
  }

  /** Aborts expired transactions and removes expired replies; `now` in epoch milliseconds. */
  expire(now: number): void {
    for (const [session, state] of this.#states) {
      if (state.transaction && now - state.at > TRANSACTION_LIFETIME_MS) {
        state.transaction.abort();
        state.transaction = null;
      }
      if (now - state.at > SESSION_LIFETIME_MS) this.end(session);
    }
  }
}

function assertNewest(state: SessionState | undefined, txn: number): void {
  if (!state || txn >= state.txn) return;
  const message = `Cannot start transaction ${txn} because a newer one with number ${state.txn} has already started`;
  throw new CommandError('TransactionTooOld', message);
}

function noSuchTransaction(txn: number): CommandError {
  const message = `Given transaction number ${txn} does not match any in-progress one`;
  return new CommandError('NoSuchTransaction', message, { errorLabels: ['TransientTransactionError'] });
}
