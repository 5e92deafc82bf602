import { type Document, ObjectId } from 'bson';
import { CommandError } from '../errors.ts';
import type { Plan } from '../query/plan.ts';
import { RANK, rankOf } from '../values/sort-key.ts';
import type { Collection } from './collection.ts';
import type { SecondaryIndex, StoredRecord } from './secondary-index.ts';
import type { Store } from './store.ts';

/** A document as a reader sees it. */
export interface Row {
  readonly idKey: string;
  readonly doc: Document;
}

/** A collection as one command sees it: the live state, or a transaction's snapshot with its own writes. */
export interface CollectionView {
  readonly ns: string;
  readonly indexes: readonly SecondaryIndex[];
  /** Whether rows come in index order; not so in a snapshot that differs from the live state. */
  readonly ordered: boolean;
  /** How many documents there are, without reading them. */
  size(): number;
  /** The documents that a plan finds, each once. */
  rows(plan: Plan): Iterable<Row>;
  /** Throws DuplicateKey. */
  insert(doc: Document): void;
  /** Throws DuplicateKey. */
  replace(row: Row, doc: Document): void;
  remove(row: Row): void;
}

/** The records that a plan reads, in its order, each once. */
export function* planRecords(collection: Collection, plan: Plan): Generator<StoredRecord> {
  for (const record of recordsFor(collection, plan)) {
    collection.examined++;
    yield record;
  }
}

function* recordsFor(collection: Collection, plan: Plan): Generator<StoredRecord> {
  if (plan.kind === 'scan') {
    yield* collection.records.values();
    return;
  }
  const branches = plan.kind === 'or' ? plan.branches : [plan];
  const mayRepeat = plan.kind === 'or' || plan.ranges.length > 1 || plan.index.multikey;
  const seen = mayRepeat ? new Set<StoredRecord>() : null;
  for (const { index, ranges, reverse } of branches) {
    for (const range of ranges) {
      for (const { record } of index.entries.scan(range, reverse)) {
        if (seen?.has(record)) continue;
        seen?.add(record);
        yield record;
      }
    }
  }
}

/** The live collection; one that does not exist yet reads as empty and is made by the first insertion. */
export class LiveView implements CollectionView {
  readonly ns: string;
  readonly ordered = true;
  readonly #store: Store;
  readonly #db: string;
  readonly #name: string;

  constructor(store: Store, db: string, name: string) {
    this.ns = `${db}.${name}`;
    this.#store = store;
    this.#db = db;
    this.#name = name;
  }

  get #collection(): Collection | undefined {
    return this.#store.collection(this.ns);
  }

  get indexes(): readonly SecondaryIndex[] {
    return this.#collection?.indexes ?? [];
  }

  size(): number {
    return this.#collection?.records.size ?? 0;
  }

  rows(plan: Plan): Iterable<Row> {
    return this.#collection ? planRecords(this.#collection, plan) : [];
  }

  insert(doc: Document): void {
    this.#store.insert(this.#store.ensureCollection(this.#db, this.#name), doc);
  }

  replace(row: Row, doc: Document): void {
    this.#store.replace(this.#collection!, row as StoredRecord, doc);
  }

  remove(row: Row): void {
    this.#store.remove(this.#collection!, row as StoredRecord);
  }
}

/** A document as it may be inserted: `_id` first, made when missing. Throws BadValue for an `_id` of a wrong type. */
export function withId(doc: Document): Document {
  const { _id = new ObjectId(), ...fields } = doc;
  const rank = rankOf(_id);
  if (rank === RANK.array || rank === RANK.regex) {
    throw new CommandError(
      'BadValue',
      `The '_id' value cannot be of type ${rank === RANK.array ? 'array' : 'regex'}`,
    );
  }
  return Object.keys(doc)[0] === '_id' ? doc : { _id, ...fields };
}
