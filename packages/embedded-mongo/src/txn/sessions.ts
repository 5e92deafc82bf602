import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import type { Store } from '../storage/store.ts';
import { decodeDocument, encodeDocument } from '../values/codec.ts';
import { Transaction } from './transaction.ts';

/** How long a transaction may stay open, in milliseconds. */
const TRANSACTION_LIFETIME = 60_000;
/** How long the reply to a retryable write is kept, in milliseconds (`logicalSessionTimeoutMinutes` is 30). */
const SESSION_LIFETIME = 30 * 60_000;

/** The latest numbered operation of a session: an open transaction, or the reply to a finished one. */
interface SessionState {
  txn: number;
  transaction: Transaction | null;
  /** The reply to give to a resend; null after an abort or a failure. */
  reply: Document | null;
  at: number;
}

/** Transactions and retryable writes, by session. Replies survive a restart together with the writes. */
export class Sessions {
  readonly #store: Store;
  readonly #states = new Map<string, SessionState>();

  constructor(store: Store) {
    this.#store = store;
    for (const { session, txn, reply, at } of store.journal.retries()) {
      this.#states.set(session, { txn, transaction: null, reply: decodeDocument(reply), at });
    }
  }

  /** The reply of an earlier sending of this operation, or null when it is new. Throws TransactionTooOld. */
  earlierReply(session: string, txn: number): Document | null {
    const state = this.#states.get(session);
    if (!state || txn > state.txn) return null;
    if (txn < state.txn) throw tooOld(txn, state.txn);
    return state.reply;
  }

  /** Keeps the reply of a retryable write, in the same commit as the write itself. */
  remember(session: string, txn: number, reply: Document, at: number): void {
    this.#states.get(session)?.transaction?.abort();
    this.#states.set(session, { txn, transaction: null, reply, at });
    this.#store.journal.putRetry({ session, txn, reply: encodeDocument(reply), at });
  }

  /** Opens a transaction; an open one of the same session is aborted. Throws TransactionTooOld. */
  begin(session: string, txn: number, at: number): Transaction {
    const state = this.#states.get(session);
    if (state && txn < state.txn) throw tooOld(txn, state.txn);
    if (state?.txn === txn) throw noSuchTransaction(txn);
    state?.transaction?.abort();
    const transaction = new Transaction(this.#store);
    this.#states.set(session, { txn, transaction, reply: null, at });
    return transaction;
  }

  /** The open transaction of a session. Throws NoSuchTransaction. */
  current(session: string, txn: number): Transaction {
    const state = this.#states.get(session);
    if (state && state.txn === txn && state.transaction) return state.transaction;
    if (state && state.txn === txn && state.reply) {
      throw new CommandError('TransactionCommitted', `Transaction ${txn} has been committed.`);
    }
    throw noSuchTransaction(txn);
  }

  /** Commits; a second commit of the same transaction is answered alike. Throws NoSuchTransaction, WriteConflict. */
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

  /** Aborts. Throws NoSuchTransaction, TransactionCommitted. */
  abort(session: string, txn: number): void {
    this.current(session, txn).abort();
    this.#states.get(session)!.transaction = null;
  }

  /** Forgets a session that its client has ended. */
  end(session: string): void {
    const state = this.#states.get(session);
    if (!state) return;
    state.transaction?.abort();
    this.#states.delete(session);
    if (state.reply) this.#store.journal.deleteRetry(session);
  }

  /** Aborts transactions and forgets replies that are past their time; `now` in milliseconds. */
  expire(now: number): void {
    for (const [session, state] of this.#states) {
      if (state.transaction && now - state.at > TRANSACTION_LIFETIME) {
        state.transaction.abort();
        state.transaction = null;
      }
      if (now - state.at > SESSION_LIFETIME) this.end(session);
    }
  }
}

function tooOld(txn: number, latest: number): CommandError {
  const message = `Cannot start transaction ${txn} because a newer one with number ${latest} has already started`;
  return new CommandError('TransactionTooOld', message);
}

function noSuchTransaction(txn: number): CommandError {
  return new CommandError(
    'NoSuchTransaction',
    `Given transaction number ${txn} does not match any in-progress one`,
    {
      errorLabels: ['TransientTransactionError'],
    },
  );
}
