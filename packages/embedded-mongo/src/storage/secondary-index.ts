import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { valuesAt } from '../values/paths.ts';
import { invertKey, RANK, sortKey } from '../values/sort-key.ts';
import { SortedList } from './sorted-list.ts';

/** A stored document. Each write replaces `doc`, which is never changed in place. */
export interface StoredRecord {
  readonly rowId: number;
  readonly idKey: string;
  doc: Document;
}

/** An index as `createIndexes` takes it and `listIndexes` gives it back. */
export interface IndexSpec extends Document {
  v: number;
  key: Record<string, 1 | -1>;
  name: string;
  unique?: boolean;
  expireAfterSeconds?: number;
}

const EMPTY_ARRAY = String.fromCharCode(RANK.undefined);

/** One ordered index of a collection. */
export class SecondaryIndex {
  readonly spec: IndexSpec;
  readonly fields: readonly [path: string, direction: 1 | -1][];
  readonly entries = new SortedList<StoredRecord>();
  /** Whether any document ever had an array here, and so may stand under several keys. */
  multikey = false;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.fields = Object.entries(spec.key);
  }

  /** The keys under which a document stands in this index. Throws CannotIndexParallelArrays. */
  keysOf(doc: Document): string[] {
    let keys = [''];
    let arrays = 0;
    for (const [path, direction] of this.fields) {
      const { parts, isArray } = partsOf(doc, path, direction);
      if (isArray && ++arrays > 1) {
        throw new CommandError('CannotIndexParallelArrays', `cannot index parallel arrays [${path}]`);
      }
      keys =
        parts.length === 1 ? keys.map((k) => k + parts[0]) : parts.flatMap((p) => keys.map((k) => k + p));
    }
    if (arrays > 0) this.multikey = true;
    return keys.length === 1 ? keys : [...new Set(keys)];
  }

  /** The records that hold exactly this key. */
  *holders(key: string): Generator<StoredRecord> {
    for (const entry of this.entries.scan({ low: key, high: `${key}\u0000` })) yield entry.record;
  }

  add(keys: readonly string[], record: StoredRecord): void {
    for (const key of keys) this.entries.insert(key, record);
  }

  remove(keys: readonly string[], record: StoredRecord): void {
    for (const key of keys) this.entries.remove(key, record);
  }
}

function partsOf(doc: Document, path: string, direction: 1 | -1): { parts: string[]; isArray: boolean } {
  const parts: string[] = [];
  const values = valuesAt(doc, path);
  let isArray = values.length > 1;
  for (const value of values) {
    if (!Array.isArray(value)) {
      parts.push(sortKey(value));
      continue;
    }
    isArray = true;
    if (value.length === 0) parts.push(EMPTY_ARRAY);
    for (const item of value) parts.push(sortKey(item));
  }
  return { parts: direction === 1 ? parts : parts.map(invertKey), isArray };
}

/** The refusal of a second document with the same key in a unique index. */
export function duplicateKey(ns: string, index: SecondaryIndex, doc: Document): CommandError {
  const keyValue: Document = {};
  for (const [path] of index.fields) keyValue[path] = valuesAt(doc, path)[0] ?? null;
  const shown = Object.entries(keyValue)
    .map(([path, value]) => `${path}: ${display(value)}`)
    .join(', ');
  return new CommandError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${ns} index: ${index.spec.name} dup key: { ${shown} }`,
    { keyPattern: index.spec.key, keyValue },
  );
}

function display(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const bson = value as { _bsontype?: string; toHexString?: () => string } | null;
  if (bson?._bsontype === 'ObjectId') return `ObjectId('${bson.toHexString?.()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
