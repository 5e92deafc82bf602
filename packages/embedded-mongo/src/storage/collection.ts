import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { sortKey } from '../values/sort-key.ts';
import { duplicateKey, type IndexSpec, SecondaryIndex, type StoredRecord } from './secondary-index.ts';

/** The index that every collection has. */
export const ID_INDEX: IndexSpec = { v: 2, key: { _id: 1 }, name: '_id_' };

/** The keys of one document in each index, computed before anything is changed. */
type KeySets = readonly (readonly string[])[];

/** One collection in memory: records by id, and its indexes. It knows nothing of the disk or of sessions. */
export class Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly ns: string;
  readonly records = new Map<string, StoredRecord>();
  readonly indexes: SecondaryIndex[] = [new SecondaryIndex(ID_INDEX)];
  nextRowId = 1;
  /** How many records queries have read so far. */
  examined = 0;

  constructor(id: number, db: string, name: string) {
    this.id = id;
    this.db = db;
    this.name = name;
    this.ns = `${db}.${name}`;
  }

  /** Adds a document; throws DuplicateKey. `rowId` is given when loading from the disk. */
  insert(doc: Document, rowId = this.nextRowId): StoredRecord {
    const keys = this.#keySets(doc);
    this.#assertUnique(doc, keys, null);
    const record: StoredRecord = { rowId, idKey: sortKey(doc._id), doc };
    this.nextRowId = Math.max(this.nextRowId, rowId + 1);
    this.records.set(record.idKey, record);
    this.indexes.forEach((index, i) => void index.add(keys[i]!, record));
    return record;
  }

  /** Puts another document with the same `_id` in a record's place; throws DuplicateKey. */
  replace(record: StoredRecord, doc: Document): void {
    const before = this.#keySets(record.doc);
    const after = this.#keySets(doc);
    this.#assertUnique(doc, after, record);
    this.indexes.forEach((index, i) => {
      const [old, next] = [before[i]!, after[i]!];
      if (old.length === next.length && old.every((key, k) => key === next[k])) return;
      index.remove(old, record);
      index.add(next, record);
    });
    record.doc = doc;
  }

  remove(record: StoredRecord): void {
    const keys = this.#keySets(record.doc);
    this.indexes.forEach((index, i) => void index.remove(keys[i]!, record));
    this.records.delete(record.idKey);
  }

  /** Builds an index over the present documents; throws DuplicateKey and leaves the collection as it was. */
  buildIndex(spec: IndexSpec): SecondaryIndex {
    const index = new SecondaryIndex(spec);
    for (const record of this.records.values()) {
      const keys = index.keysOf(record.doc);
      if (spec.unique) this.#assertUniqueIn(index, record.doc, keys, record);
      index.add(keys, record);
    }
    this.indexes.push(index);
    return index;
  }

  indexNamed(name: string): SecondaryIndex {
    const index = this.indexes.find((candidate) => candidate.spec.name === name);
    if (!index) throw new CommandError('IndexNotFound', `index not found with name [${name}]`);
    return index;
  }

  #keySets(doc: Document): KeySets {
    return this.indexes.map((index) => index.keysOf(doc));
  }

  #assertUnique(doc: Document, keys: KeySets, self: StoredRecord | null): void {
    this.indexes.forEach((index, i) => {
      if (index.spec.unique || index.spec.name === ID_INDEX.name) {
        this.#assertUniqueIn(index, doc, keys[i]!, self);
      }
    });
  }

  #assertUniqueIn(index: SecondaryIndex, doc: Document, keys: readonly string[], self: StoredRecord | null) {
    for (const key of keys) {
      for (const holder of index.holders(key)) {
        if (holder !== self) throw duplicateKey(this.ns, index, doc);
      }
    }
  }
}
