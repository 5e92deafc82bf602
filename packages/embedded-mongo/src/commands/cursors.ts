import { calculateObjectSize, type Document, Long } from 'bson';
import { CommandError } from '../errors.ts';

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
/** Bytes of documents in one reply, as the protocol has it. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_LIFETIME_MS = 10 * 60_000;

/** Open cursors. Ids count upwards from 1, never reused while the server lives. */
export class Cursors {
  readonly #open = new Map<number, Cursor>();
  #nextId = 1;

  /** Returns the first reply of a query. The documents that do not fit wait under a cursor id. */
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
