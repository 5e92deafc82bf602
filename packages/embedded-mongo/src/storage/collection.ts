import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { RANK, sortKey, valuesAt } from '../values.ts';
import type { Statements } from './database.ts';

/** An index in the format of `createIndexes` and `listIndexes`. */
export interface IndexSpec extends Document {
  v: number;
  key: Record<string, 1 | -1>;
  name: string;
  unique?: boolean;
  expireAfterSeconds?: number;
}

/** A document's keys in one index, one encoded value per field. An array gives the document several keys. */
type Keys = readonly (readonly string[])[];

/** The index of every collection. */
export const ID_INDEX: IndexSpec = { v: 2, key: { _id: 1 }, name: '_id_' };

const EMPTY_ARRAY = String.fromCharCode(RANK.undefined);

/** One index of a collection: a table in SQLite's memory with a column per field (`k0`, `k1` …) and the row. */
export class IndexTable {
  readonly spec: IndexSpec;
  readonly fields: readonly [path: string, direction: 1 | -1][];
  /** Whether any document had an array here, and so may have several keys. */
  isMultikey = false;
  /** The table's name. */
  readonly name: string;
  readonly statements: Statements;
  readonly #insert: string;
  readonly #delete: string;
  readonly #select: string;

  constructor(statements: Statements, name: string, spec: IndexSpec) {
    this.spec = spec;
    this.fields = Object.entries(spec.key);
    this.name = name;
    this.statements = statements;
    const columns = this.fields.map((_, i) => `k${i}`);
    const order = this.fields.map(([, direction], i) => (direction === 1 ? `k${i}` : `k${i} DESC`));
    statements.db.exec(
      `CREATE TABLE ${name} (${columns.map((k) => `${k} TEXT`)}, row INTEGER, PRIMARY KEY (${order}, row)) WITHOUT ROWID`,
    );
    const isKey = columns.map((k) => `${k} = ?`).join(' AND ');
    this.#insert = `INSERT INTO ${name} VALUES (${columns.map(() => '?')}, ?)`;
    this.#delete = `DELETE FROM ${name} WHERE ${isKey} AND row = ?`;
    this.#select = `SELECT row FROM ${name} WHERE ${isKey}`;
  }

  /** Returns the keys of a document in this index. Throws CannotIndexParallelArrays. */
  keysOf(doc: Document): Keys {
    let keys: string[][] = [[]];
    let arrays = 0;
    for (const [path] of this.fields) {
      const { parts, isArray } = partsOf(doc, path);
      if (isArray && ++arrays > 1) {
        throw new CommandError('CannotIndexParallelArrays', `cannot index parallel arrays [${path}]`);
      }
      keys = [...parts].flatMap((part) => keys.map((key) => [...key, part]));
    }
    if (arrays > 0) this.isMultikey = true;
    return keys;
  }

  /** Returns the rows that have one of a document's keys. */
  holders(doc: Document): number[] {
    return this.keysOf(doc).flatMap((key) => this.statements.numbers(this.#select, key));
  }

  /** Moves a row from its old keys to its new ones. */
  move(row: number, before: Keys, after: Keys): void {
    if (isSame(before, after)) return;
    for (const key of before) this.statements.get(this.#delete).run(...key, row);
    for (const key of after) this.statements.get(this.#insert).run(...key, row);
  }

  drop(): void {
    this.statements.db.exec(`DROP TABLE ${this.name}`);
  }
}

function isSame(left: Keys, right: Keys): boolean {
  return (
    left.length === right.length && left.every((key, i) => key.every((part, k) => part === right[i]![k]))
  );
}

/** Returns the distinct encoded values of one field. */
function partsOf(doc: Document, path: string): { parts: Set<string>; isArray: boolean } {
  const values = valuesAt(doc, path);
  const parts = values.flatMap((value) => {
    if (!Array.isArray(value)) return [sortKey(value)];
    return value.length === 0 ? [EMPTY_ARRAY] : value.map(sortKey);
  });
  return { parts: new Set(parts), isArray: values.length > 1 || values.some(Array.isArray) };
}

/** Returns the error for a second document with the same key in a unique index. */
export function duplicateKey(ns: string, { key, name }: IndexSpec, doc: Document): CommandError {
  const values = Object.keys(key).map((path) => [path, (valuesAt(doc, path)[0] ?? null) as unknown] as const);
  const shown = values.map(([path, value]) => `${path}: ${display(value)}`).join(', ');
  const message = `E11000 duplicate key error collection: ${ns} index: ${name} dup key: { ${shown} }`;
  return new CommandError('DuplicateKey', message, { keyPattern: key, keyValue: Object.fromEntries(values) });
}

function display(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const bson = value as { _bsontype?: string; toHexString?: () => string } | null;
  if (bson?._bsontype === 'ObjectId') return `ObjectId('${bson.toHexString?.()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** A stored document. Each write replaces `doc`, which never changes in place. */
export interface Row {
  readonly id: number;
  /** The encoded `_id`. */
  readonly idKey: string;
  readonly doc: Document;
}

/** A row whose document may be hidden (null) while a transaction shows its snapshot. */
type Slot = Omit<Row, 'doc'> & { doc: Document | null };

/** A query of an index for rows. */
export interface KeyQuery {
  readonly sql: string;
  readonly values: readonly string[];
}

interface CollectionInit {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly isTemporary?: boolean;
}

/** Number of rows that an index query reads first: a limited query often needs no more. */
const FIRST_ROWS = 32;

/** One collection in memory: documents by id, and its indexes. Independent of the disk and of sessions. */
export class Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly ns: string;
  /** Whether it exists only for a running transaction and not on the disk. */
  readonly isTemporary: boolean;
  readonly indexes: IndexTable[] = [];
  /** Number of documents. */
  size = 0;
  /** Number of documents that queries have read so far. */
  examined = 0;
  readonly #statements: Statements;
  readonly #byId = new Map<string, Slot>();
  readonly #byRow = new Map<number, Slot>();
  #nextRow = 1;
  #nextIndex = 1;

  constructor(statements: Statements, { id, db, name, isTemporary = false }: CollectionInit) {
    this.#statements = statements;
    this.id = id;
    this.db = db;
    this.name = name;
    this.ns = `${db}.${name}`;
    this.isTemporary = isTemporary;
    this.buildIndex(ID_INDEX);
  }

  /** Returns the document with this encoded `_id`, or null. */
  doc(idKey: string): Document | null {
    return this.#byId.get(idKey)?.doc ?? null;
  }

  /** Replaces the document with this id, or adds it, and returns its row. Throws DuplicateKey. */
  put(idKey: string, doc: Document, row = this.#nextRow): number {
    const slot = this.#byId.get(idKey) ?? { id: row, idKey, doc: null };
    const keys = this.indexes.map((index) => index.keysOf(doc));
    for (const index of this.#uniqueIndexes()) {
      if (index.holders(doc).some((holder) => holder !== slot.id))
        throw duplicateKey(this.ns, index.spec, doc);
    }
    this.indexes.forEach((index, i) => {
      index.move(slot.id, slot.doc ? index.keysOf(slot.doc) : [], keys[i]!);
    });
    if (!slot.doc) this.size++;
    slot.doc = doc;
    this.#byId.set(idKey, slot);
    this.#byRow.set(slot.id, slot);
    this.#nextRow = Math.max(this.#nextRow, slot.id + 1);
    return slot.id;
  }

  #uniqueIndexes(): IndexTable[] {
    return this.indexes.filter(({ spec }) => spec.unique);
  }

  /** Returns the encoded ids of the documents that have one of this document's unique keys. */
  uniqueHolders(doc: Document): string[] {
    const rows = this.#uniqueIndexes().flatMap((index) => index.holders(doc));
    return rows.map((row) => this.#byRow.get(row)!.idKey);
  }

  /** Removes a document from the indexes and hides it; `put` restores it in the same place. */
  hide(idKey: string): void {
    const slot = this.#byId.get(idKey);
    if (!slot?.doc) return;
    for (const index of this.indexes) index.move(slot.id, index.keysOf(slot.doc), []);
    slot.doc = null;
    this.size--;
  }

  /** Removes a document and returns its row, or 0 if there is none. */
  remove(idKey: string): number {
    this.hide(idKey);
    const row = this.#byId.get(idKey)?.id ?? 0;
    this.#byId.delete(idKey);
    this.#byRow.delete(row);
    return row;
  }

  /** Yields the documents that a query finds, in its order, each once; null yields all. */
  *read(query: KeyQuery | null): Generator<Row> {
    for (const slot of query ? this.#slotsOf(query) : this.#byId.values()) {
      if (!slot.doc) continue;
      this.examined++;
      yield slot as Row;
    }
  }

  *#slotsOf({ sql, values }: KeyQuery): Generator<Slot> {
    for (const part of [`LIMIT ${FIRST_ROWS}`, `LIMIT -1 OFFSET ${FIRST_ROWS}`]) {
      const rows = this.#statements.numbers(`${sql} ${part}`, values);
      for (const row of rows) yield this.#byRow.get(row)!;
      if (rows.length < FIRST_ROWS) return;
    }
  }

  /** Returns how many keys a query of an index finds, counted up to `limit`. */
  countKeys({ sql, values }: KeyQuery, limit: number): number {
    return this.#statements.numbers(`SELECT count(*) FROM (${sql} LIMIT ${limit})`, values)[0]!;
  }

  /** Builds an index over the existing documents. Throws DuplicateKey and leaves the collection unchanged. */
  buildIndex(spec: IndexSpec): void {
    const index = new IndexTable(this.#statements, `i${this.id}_${this.#nextIndex++}`, spec);
    try {
      for (const { id, doc } of this.read(null)) {
        if (spec.unique && index.holders(doc).length > 0) throw duplicateKey(this.ns, spec, doc);
        index.move(id, [], index.keysOf(doc));
      }
    } catch (error) {
      index.drop();
      throw error;
    }
    this.indexes.push(index);
  }

  dropIndex(name: string): void {
    const at = this.indexes.findIndex(({ spec }) => spec.name === name);
    if (at === -1) throw new CommandError('IndexNotFound', `index not found with name [${name}]`);
    this.indexes.splice(at, 1)[0]!.drop();
  }
}
