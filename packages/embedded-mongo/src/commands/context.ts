import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import type { Store } from '../storage/store.ts';
import { type CollectionView, LiveView } from '../storage/view.ts';
import type { Sessions } from '../txn/sessions.ts';
import type { Transaction } from '../txn/transaction.ts';
import type { Cursors } from './cursors.ts';

/** What lives as long as the server. */
export interface Services {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly now: () => Date;
}

/** What a command handler may use. */
export interface CommandContext extends Services {
  readonly db: string;
  readonly connectionId: number;
  /** The session of the command, as hexadecimal digits; empty without one. */
  readonly session: string;
  readonly txnNumber: number;
  readonly transaction: Transaction | null;
}

/** Gives a command's reply, or throws CommandError. It runs in one turn of the event loop and never waits. */
export type Handler = (command: Document, context: CommandContext) => Document;

/** A command of the wire protocol. */
export interface Command {
  readonly run: Handler;
  /** The options that it takes beside those of every command; any other one is refused. */
  readonly options?: readonly string[] | 'any';
  /** Refused inside a transaction. */
  readonly isOutsideTransactions?: boolean;
}

/** The collection of this name in the command's database, as the command sees it. Throws InvalidNamespace. */
export function viewOf({ db, store, transaction }: CommandContext, name: unknown): CollectionView {
  if (typeof name !== 'string' || name === '') {
    throw new CommandError('InvalidNamespace', 'collection name has invalid type or is empty');
  }
  return transaction?.view(db, name) ?? new LiveView(store, db, name);
}
