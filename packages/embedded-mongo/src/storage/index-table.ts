import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { valuesAt } from '../values/paths.ts';
import { RANK, sortKey } from '../values/sort-key.ts';
import type { Statements } from './database.ts';

/** An index as `createIndexes` takes it and `listIndexes` returns it. */
export interface IndexSpec extends Document {
  v: number;
  key: Record<string, 1 | -1>;
  name: string;
  unique?: boolean;
  expireAfterSeconds?: number;
}

/** A document's keys in one index, one encoded value per field. An array gives the document several keys. */
type Keys = readonly (readonly string[])[];

/** The index that every collection has. */
export const ID_INDEX: IndexSpec = { v: 2, key: { _id: 1 }, name: '_id_' };

const EMPTY_ARRAY = String.fromCharCode(RANK.undefined);

/** One index of a collection: a table in SQLite's memory with a column per field (`k0`, `k1` …) and the row. */
export class IndexTable {
  readonly spec: IndexSpec;
  readonly fields: readonly [path: string, direction: 1 | -1][];
  /** Whether any document had an array here, and so may stand under several keys. */
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

  /** Returns the keys under which a document stands in this index. Throws CannotIndexParallelArrays. */
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

  /** Returns the rows that stand under one of a document's keys. */
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

/** Returns the encoded values of one field, each once. */
function partsOf(doc: Document, path: string): { parts: Set<string>; isArray: boolean } {
  const values = valuesAt(doc, path);
  const parts = values.flatMap((value) => {
    if (!Array.isArray(value)) return [sortKey(value)];
    return value.length === 0 ? [EMPTY_ARRAY] : value.map(sortKey);
  });
  return { parts: new Set(parts), isArray: values.length > 1 || values.some(Array.isArray) };
}

/** The error for a second document with the same key in a unique index. */
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
