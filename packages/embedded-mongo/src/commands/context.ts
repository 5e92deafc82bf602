import { calculateObjectSize, type Document, Long } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import type { Collection } from '../storage/collection.ts';
import type { Store } from '../storage/store.ts';
import type { Sessions, Transaction } from '../transactions.ts';
import type { Target } from '../update.ts';

/** Most statements in one write command. */
export const MAX_WRITE_BATCH = 100_000;

/** The remaining documents of a query. Later writes do not change them. */
interface Cursor {
  readonly ns: string;
  readonly docs: readonly Document[];
  readonly session: string;
  position: number;
  usedAt: number;
}

/** The session of a command, empty without one, and the clock. */
interface Client {
  readonly session: string;
  readonly now: () => Date;
}

const FIRST_BATCH = 101;
/** Largest total of documents in one reply, in bytes (the protocol's limit). */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_LIFETIME_MS = 10 * 60_000;

/** Open cursors. Ids count upwards from 1 and are not reused while the server runs. */
export class Cursors {
  readonly #open = new Map<number, Cursor>();
  #nextId = 1;

  /** Returns the first reply of a query. The remaining documents are stored under a cursor id. */
  first(ns: string, docs: readonly Document[], { session, now }: Client, batchSize = FIRST_BATCH): Document {
    const cursor: Cursor = { ns, docs, session, position: 0, usedAt: now().getTime() };
    const firstBatch = takeBatch(cursor, batchSize);
    const isDone = cursor.position >= docs.length;
    const id = isDone ? 0 : this.#nextId++;
    if (!isDone) this.#open.set(id, cursor);
    return { firstBatch, id: Long.fromNumber(id), ns };
  }

  /** Returns the next reply. Throws CursorNotFound. */
  next(id: number, ns: string, { now }: Client, batchSize: number): Document {
    const cursor = this.#open.get(id);
    if (cursor?.ns !== ns) throw new CommandError('CursorNotFound', `cursor id ${id} not found`);
    cursor.usedAt = now().getTime();
    const nextBatch = takeBatch(cursor, batchSize || Number.POSITIVE_INFINITY);
    const isDone = cursor.position >= cursor.docs.length;
    if (isDone) this.#open.delete(id);
    return { nextBatch, id: Long.fromNumber(isDone ? 0 : id), ns };
  }

  kill(id: number): boolean {
    return this.#open.delete(id);
  }

  endSession(session: string): void {
    for (const [id, cursor] of this.#open) if (cursor.session === session) this.#open.delete(id);
  }

  /** Closes cursors that have been idle for ten minutes; `now` in epoch milliseconds. */
  expire(now: number): void {
    for (const [id, cursor] of this.#open) if (now - cursor.usedAt > IDLE_LIFETIME_MS) this.#open.delete(id);
  }
}

function takeBatch(cursor: Cursor, size: number): Document[] {
  const batch: Document[] = [];
  let bytes = 0;
  while (batch.length < size && cursor.position < cursor.docs.length) {
    const doc = cursor.docs[cursor.position]!;
    bytes += calculateObjectSize(doc, { ignoreUndefined: false });
    if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
    batch.push(doc);
    cursor.position++;
  }
  return batch;
}

/** State for the lifetime of the server. */
export interface Services {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly now: () => Date;
}

/** Context of a command handler. */
export interface CommandContext extends Services {
  readonly db: string;
  readonly connectionId: number;
  /** The session of the command, as hexadecimal digits; empty without one. */
  readonly session: string;
  readonly txnNumber: number;
  readonly transaction: Transaction | null;
}

/** Returns a command's reply, or throws CommandError. Runs synchronously in one turn of the event loop. */
export type Handler = (command: Document, context: CommandContext) => Document;

/** A command of the wire protocol. */
export interface Command {
  readonly run: Handler;
  /** Supported options beside those of every command; any other one is refused. */
  readonly options?: readonly string[] | 'any';
  /** Refused inside a transaction. */
  readonly isOutsideTransactions?: boolean;
}

interface NamedCollection extends Target {
  readonly ns: string;
  /** Undefined if it does not exist. */
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

/** Throws CommandNotSupported for a set field that is not supported, so that no option is ignored silently. */
export function refuseOthers(what: string, given: Document, known: readonly string[]): void {
  const isSet = (name: string) => given[name] !== undefined && given[name] !== null && given[name] !== false;
  const other = Object.keys(given).find((name) => !known.includes(name) && isSet(name));
  if (other !== undefined) throw unsupported(`${what} with ${other}`);
}

/** Does the same for the fields of a command. Fields that begin with `$` come from the driver and have no effect. */
export function refuseOtherOptions(command: Document, known: readonly string[] | 'any'): void {
  if (known === 'any') return;
  const [name = '', ...names] = Object.keys(command);
  const own = names.filter((option) => option.startsWith('$'));
  refuseOthers(name, command, [name, ...own, ...OF_EVERY_COMMAND, ...known]);
}
