import type { Document } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { matchedIndex } from '../query/positional.ts';
import { isPlainObject } from '../values/codec.ts';
import { isIndex } from '../values/paths.ts';

/** A path without a `$`: the keys from the document's root. */
export type Keys = readonly string[];

/** The keys of an update path in this document; a `$` becomes the index of the array element that the filter matched. */
export function resolvePath(doc: Document, path: string, filter: Document): Keys {
  const keys: string[] = [];
  for (const part of path.split('.')) {
    if (part === '') {
      throw new CommandError('BadValue', `The update path '${path}' contains an empty field name`);
    }
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
  const at = matchedIndex(doc, array.join('.'), filter);
  if (at === -1) {
    const message = 'The positional operator did not find the match needed from the query.';
    throw new CommandError('BadValue', message);
  }
  return String(at);
}

/** The value at a path, undefined when it is missing. */
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
    if (!isPlainObject(next) && !Array.isArray(next)) {
      throw new CommandError(
        'PathNotViable',
        `Cannot create field '${keys[depth + 1]}' in element {${key}: ${String(next)}}`,
      );
    }
    holder = next as Record<string, unknown>;
  }
}

const MAX_PADDING = 1_500_000;

function padArray(array: unknown[], key: string, keys: Keys): void {
  if (!isIndex(key)) {
    throw new CommandError(
      'PathNotViable',
      `Cannot create field '${key}' in the array at '${keys.join('.')}'`,
    );
  }
  if (Number(key) - array.length > MAX_PADDING) {
    throw new CommandError('BadValue', `can't backfill more than ${MAX_PADDING} elements`);
  }
  while (array.length < Number(key)) array.push(null);
}

/** Removes a field from a document, in place; an array element becomes null instead. */
export function removeAt(doc: Document, keys: Keys): void {
  const holder = valueAt(doc, keys.slice(0, -1));
  const key = keys[keys.length - 1]!;
  if (Array.isArray(holder)) {
    if (isIndex(key) && Number(key) < holder.length) holder[Number(key)] = null;
  } else if (isPlainObject(holder)) delete holder[key];
}
