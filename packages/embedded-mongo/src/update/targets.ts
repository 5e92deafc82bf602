import type { Document } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { compileFilter } from '../query/filter.ts';
import { isPlainObject } from '../values/codec.ts';
import { isIndex } from '../values/paths.ts';

/** A path without a `$`: the keys from the document's root. */
type Keys = readonly string[];

const MAX_PADDING = 1_500_000;

/** Resolves an update path in a document; a `$` becomes the index of the array element that the filter matched. */
export function resolvePath(doc: Document, path: string, filter: Document): Keys {
  const keys: string[] = [];
  for (const part of path.split('.')) {
    if (part === '')
      throw new CommandError('BadValue', `The update path '${path}' contains an empty field name`);
    keys.push(part.startsWith('$') ? matchedKey(doc, keys, part, filter) : part);
  }
  return keys;
}

function matchedKey(doc: Document, array: Keys, part: string, filter: Document): string {
  if (part.startsWith('$[')) throw unsupported(`the array update operator ${part}`);
  if (part !== '$') {
    const message = `The dollar ($) prefixed field '${part}' is not allowed in an update path`;
    throw new CommandError('DollarPrefixedFieldName', message);
  }
  const at = matchedIndex(doc, array, filter);
  if (at !== -1) return String(at);
  throw new CommandError('BadValue', 'The positional operator did not find the match needed from the query.');
}

/**
 * Returns the index of the array element that the filter matched: the first that meets every condition on the
 * array, else the first that meets any; -1 when there is none.
 */
function matchedIndex(doc: Document, array: Keys, filter: Document): number {
  const tests = conditionsOn(filter, array.join('.')).map(compileFilter);
  const items = valueAt(doc, array);
  if (tests.length === 0 || !Array.isArray(items)) return -1;
  const holders = items.map((item) => {
    const holder: Document = {};
    putAt(holder, array, [item]);
    return holder;
  });
  const meetsAll = holders.findIndex((holder) => tests.every((test) => test(holder)));
  return meetsAll !== -1 ? meetsAll : holders.findIndex((holder) => tests.some((test) => test(holder)));
}

/** Returns the conditions of a filter on an array or on its elements' fields, also inside `$and` and `$or`. */
function conditionsOn(filter: Document, array: string): Document[] {
  return Object.entries(filter).flatMap(([name, condition]) => {
    if (['$and', '$or'].includes(name) && Array.isArray(condition))
      return condition.flatMap((clause) => conditionsOn(clause as Document, array));
    return name === array || name.startsWith(`${array}.`) ? [{ [name]: condition }] : [];
  });
}

/** Returns the value at a path, undefined when it is missing. */
export function valueAt(doc: Document, keys: Keys): unknown {
  let value: unknown = doc;
  for (const key of keys) {
    if (Array.isArray(value) ? !isIndex(key) : !isPlainObject(value)) return undefined;
    const holder = value as Document;
    value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  return value;
}

/** Sets a value in a document, in place, and makes the sub-documents that are missing on the path. */
export function putAt(doc: Document, keys: Keys, value: unknown): void {
  let holder: Record<string, unknown> = doc;
  for (const [depth, key] of keys.entries()) {
    if (key === '__proto__') throw new CommandError('BadValue', "the field name '__proto__' is not allowed");
    const array: unknown = holder;
    if (Array.isArray(array)) padArray(array, key, keys);
    if (depth === keys.length - 1) {
      holder[key] = value;
      return;
    }
    if (holder[key] === undefined || !Object.hasOwn(holder, key)) holder[key] = {};
    const next: unknown = holder[key];
    if (!isPlainObject(next) && !Array.isArray(next))
      throw pathNotViable(keys[depth + 1]!, `element {${key}: ${String(next)}}`);
    holder = next as Record<string, unknown>;
  }
}

function padArray(array: unknown[], key: string, keys: Keys): void {
  if (!isIndex(key)) throw pathNotViable(key, `the array at '${keys.join('.')}'`);
  if (Number(key) - array.length > MAX_PADDING)
    throw new CommandError('BadValue', `can't backfill more than ${MAX_PADDING} elements`);
  while (array.length < Number(key)) array.push(null);
}

function pathNotViable(field: string, place: string): CommandError {
  return new CommandError('PathNotViable', `Cannot create field '${field}' in ${place}`);
}

/** Removes a field from a document, in place; an array element becomes null instead. */
export function removeAt(doc: Document, keys: Keys): void {
  const holder = valueAt(doc, keys.slice(0, -1));
  const key = keys[keys.length - 1]!;
  if (Array.isArray(holder)) {
    if (isIndex(key) && Number(key) < holder.length) holder[Number(key)] = null;
  } else if (isPlainObject(holder)) delete holder[key];
}
