import { Binary, type Document } from 'bson';
import { CommandError } from '../errors.ts';
import type { Store } from '../storage/store.ts';
import { decodeDocument, encodeDocument } from '../values/codec.ts';
import { Transaction } from './transaction.ts';

const TRANSACTION_LIFETIME_MS = 60_000;
/** How long the reply to a retryable write is stored (`logicalSessionTimeoutMinutes` is 30). */
const SESSION_LIFETIME_MS = 30 * 60_000;

/** The latest numbered operation of a session: an open transaction, or the reply to a finished one. */
interface SessionState {
  txn: number;
  transaction: Transaction | null;
  /** The reply to a resend; null after an abort or a failure. */
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

  /** Returns the reply of an earlier sending of this operation, or null when it is new. Throws TransactionTooOld. */
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

  /** Forgets a session that its client has ended. */
  end(session: string): void {
    const state = this.#states.get(session);
    state?.transaction?.abort();
    this.#states.delete(session);
    if (state?.reply) this.#store.database.write('DELETE FROM retries WHERE session = ?', session);
  }

  /** Aborts transactions and forgets replies that are past their time; `now` in epoch milliseconds. */
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
