import { type Document, Long } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { isPlainObject } from '../values/codec.ts';
import { valuesAt } from '../values/paths.ts';
import { invertKey, RANK, sortKey } from '../values/sort-key.ts';
import type { SortSpec } from './plan.ts';

/** Reads a sort document such as `{endTime: -1, _id: 1}`. */
export function parseSort(spec: unknown): SortSpec {
  if (spec === undefined || spec === null) return [];
  if (!isPlainObject(spec)) throw new CommandError('TypeMismatch', 'sort must be an object');
  return Object.entries(spec).map(([path, direction]): [string, 1 | -1] => {
    if (path.startsWith('$')) throw unsupported(`a sort by ${path}`);
    const value = Long.isLong(direction) ? direction.toNumber() : direction;
    if (value !== 1 && value !== -1) {
      throw new CommandError('BadValue', `embedded store: sort by ${path} must be 1 or -1`);
    }
    return [path, value];
  });
}

/** The documents in the order of the sort; stable. */
export function sortDocuments<T>(items: readonly T[], docOf: (item: T) => Document, sort: SortSpec): T[] {
  const keyed = items.map((item) => ({ item, key: orderKey(docOf(item), sort) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ item }) => item);
}

function orderKey(doc: Document, sort: SortSpec): string {
  let key = '';
  for (const [path, direction] of sort) {
    const part = extreme(valuesAt(doc, path), direction);
    key += direction === 1 ? part : invertKey(part);
  }
  return key;
}

/** An array sorts by its smallest element upwards and by its largest downwards; an empty one below null. */
function extreme(values: unknown[], direction: 1 | -1): string {
  let best: string | null = null;
  for (const value of values.flat(1)) {
    const key = sortKey(value);
    if (best === null || (direction === 1 ? key < best : key > best)) best = key;
  }
  return best ?? String.fromCharCode(RANK.undefined);
}
