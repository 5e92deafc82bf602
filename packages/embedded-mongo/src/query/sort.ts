import { type Document, Long } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { isPlainObject } from '../values/codec.ts';
import { valuesAt } from '../values/paths.ts';
import { compareKeys, RANK, sortKey } from '../values/sort-key.ts';

export type SortSpec = readonly (readonly [path: string, direction: 1 | -1])[];

/** Reads a sort document such as `{endTime: -1, _id: 1}`. Throws TypeMismatch, BadValue, CommandNotSupported. */
export function parseSort(spec: unknown): SortSpec {
  if (spec === undefined || spec === null) return [];
  if (!isPlainObject(spec)) throw new CommandError('TypeMismatch', 'sort must be an object');
  return Object.entries(spec).map(([path, direction]): [string, 1 | -1] => {
    if (path.startsWith('$')) throw unsupported(`a sort by ${path}`);
    const value = Long.isLong(direction) ? direction.toNumber() : direction;
    if (value === 1 || value === -1) return [path, value];
    throw new CommandError('BadValue', `embedded store: sort by ${path} must be 1 or -1`);
  });
}

/** Sorts stably in BSON's order; mingo's `$sort` orders ObjectIds and Longs behind all other types. */
export function sortDocuments<T>(items: readonly T[], docOf: (item: T) => Document, sort: SortSpec): T[] {
  const keyed = items.map((item) => ({ item, keys: sort.map((field) => extremeKey(docOf(item), field)) }));
  keyed.sort((a, b) => {
    const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
    return at === -1 ? 0 : sort[at]![1] * compareKeys(a.keys[at]!, b.keys[at]!);
  });
  return keyed.map(({ item }) => item);
}

/** Encodes an array as its smallest element upwards and as its largest downwards; an empty one is below null. */
function extremeKey(doc: Document, [path, direction]: SortSpec[number]): string {
  const keys = valuesAt(doc, path).flat(1).map(sortKey);
  if (keys.length === 0) return String.fromCharCode(RANK.undefined);
  return keys.reduce((best, key) => (direction * compareKeys(key, best) < 0 ? key : best));
}
