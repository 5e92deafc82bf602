import type { Document } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import type { Collection } from '../storage/collection.ts';
import type { Store } from '../storage/store.ts';
import type { Sessions } from '../txn/sessions.ts';
import type { Transaction } from '../txn/transaction.ts';
import type { Target } from '../update/modify.ts';
import type { Cursors } from './cursors.ts';

/** The state that lives as long as the server. */
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

/** Returns a command's reply, or throws CommandError. It runs in one turn of the event loop and never waits. */
export type Handler = (command: Document, context: CommandContext) => Document;

/** A command of the wire protocol. */
export interface Command {
  readonly run: Handler;
  /** The options that it takes beside those of every command; any other one is refused. */
  readonly options?: readonly string[] | 'any';
  /** Refused inside a transaction. */
  readonly isOutsideTransactions?: boolean;
}

interface NamedCollection extends Target {
  readonly ns: string;
  /** Undefined while it does not exist. */
  readonly collection: Collection | undefined;
}

/** Returns the collection of this name in the command's database. Throws InvalidNamespace. */
export function targetOf({ db, store }: CommandContext, name: unknown): NamedCollection {
  if (typeof name !== 'string' || name === '')
    throw new CommandError('InvalidNamespace', 'collection name has invalid type or is empty');
  const ns = `${db}.${name}`;
  return { store, db, name, ns, collection: store.collection(ns) };
}

/** Options of any command: session, transaction, and some that have no effect in this store. */
const OF_EVERY_COMMAND =
  'lsid txnNumber autocommit startTransaction readConcern writeConcern maxTimeMS comment'.split(' ');

/** Throws CommandNotSupported for a field that is set and not known, so that no option is ignored silently. */
export function refuseOthers(what: string, given: Document, known: readonly string[]): void {
  const isSet = (name: string) => given[name] !== undefined && given[name] !== null && given[name] !== false;
  const other = Object.keys(given).find((name) => !known.includes(name) && isSet(name));
  if (other !== undefined) throw unsupported(`${what} with ${other}`);
}

/** The same for the fields of a command. Those that begin with `$` come from the driver and have no effect. */
export function refuseOtherOptions(command: Document, known: readonly string[] | 'any'): void {
  if (known === 'any') return;
  const [name = '', ...names] = Object.keys(command);
  const own = names.filter((option) => option.startsWith('$'));
  refuseOthers(name, command, [name, ...own, ...OF_EVERY_COMMAND, ...known]);
}
