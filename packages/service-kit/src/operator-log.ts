import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type DocumentOf, defineCollection } from './collections.ts';

/**
 * The log of what operators do. It is only added to: no process has the right to change or remove an entry. Each hash
 * covers its entry and the hash before, so that a changed, removed or inserted entry breaks the chain. Only the last entries can
 * be cut off unseen; compare the head with an earlier one.
 */
export const OPERATOR_LOG = defineCollection(
  'operatorlog',
  z.object({
    /** Number: 1, 2, 3, … */
    _id: z.number(),
    /** Of the deed; a repetition adds nothing. */
    key: z.string(),
    /** Epoch ms. */
    at: z.number(),
    /** Null for the product itself and for commands on the stores. */
    byId: z.string().nullable(),
    /** Nickname at that time. */
    by: z.string(),
    what: z.string(),
    person: z.object({ id: z.string(), nickname: z.string() }).nullable(),
    reason: z.string(),
    hash: z.string(),
  }),
  [[{ key: 1 }, { unique: true }], [{ 'person.id': 1, _id: -1 }]],
);
export type StoredLogEntry = DocumentOf<typeof OPERATOR_LOG>;
export type NewLogEntry = Omit<StoredLogEntry, '_id' | 'hash'>;

/** The part of a driver's collection that the log needs; the session is of the same driver. */
export interface LogCollection<Session> {
  findOne(
    filter: { key?: string },
    options: { session: Session; sort?: { _id: -1 } },
  ): Promise<StoredLogEntry | null>;
  insertOne(entry: StoredLogEntry, options: { session: Session }): Promise<unknown>;
}

/** Names of those who act without an account. */
export const BY_COMMAND = '命令行';

/** Hash before the first entry. */
const ORIGIN = '0'.repeat(64);

/** Returns the hash of an entry after another one, in hexadecimal: SHA-256 of its fields in a fixed order. Pure. */
export function logHash(before: string, entry: Omit<StoredLogEntry, 'hash'>): string {
  const { _id, key, at, byId, by, what, person, reason } = entry;
  const fields = [before, _id, key, at, byId, by, what, person && [person.id, person.nickname], reason];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/**
 * Adds an entry, in the transaction of the deed, so that there is no deed without its entry. A repeated `key` adds nothing. Two
 * concurrent entries get one number: one of the transactions rejects with a conflict and must be repeated.
 */
export async function appendToLog<Session>(
  log: LogCollection<Session>,
  entry: NewLogEntry,
  session: Session,
): Promise<void> {
  const known = await log.findOne({ key: entry.key }, { session });
  if (known !== null) return;
  const last = await log.findOne({}, { session, sort: { _id: -1 } });
  const numbered = { _id: (last?._id ?? 0) + 1, ...entry };
  await log.insertOne({ ...numbered, hash: logHash(last?.hash ?? ORIGIN, numbered) }, { session });
}

/** What is wrong with an entry, named by its number. */
export interface LogFault {
  n: number;
  fault: 'missing' | 'changed';
}

export interface LogCheck {
  entries: number;
  /** Number and hash of the last entry: later checks must find the same hash at this number. */
  head: { n: number; hash: string };
  /** The first ones, at most 20. */
  faults: LogFault[];
}

const MOST_FAULTS = 20;

/**
 * Checks the chain of all entries, in the order of their numbers. `earlier`: a head of an earlier check, which must still be
 * in it.
 */
export async function checkLog(
  entries: AsyncIterable<StoredLogEntry>,
  earlier?: { n: number; hash: string },
): Promise<LogCheck> {
  const faults: LogFault[] = [];
  const report = (n: number, fault: LogFault['fault']): void => {
    if (faults.length < MOST_FAULTS) faults.push({ n, fault });
  };
  let count = 0;
  let head = { n: 0, hash: ORIGIN };
  for await (const entry of entries) {
    const { _id: n, hash } = entry;
    if (n !== head.n + 1) report(head.n + 1, 'missing');
    else if (hash !== logHash(head.hash, entry)) report(n, 'changed');
    else if (n === earlier?.n && hash !== earlier.hash) report(n, 'changed');
    head = { n, hash };
    count += 1;
  }
  if (earlier !== undefined && head.n < earlier.n) report(head.n + 1, 'missing');
  return { entries: count, head, faults };
}
