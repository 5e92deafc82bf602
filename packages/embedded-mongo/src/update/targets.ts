import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { compileFilter, type Predicate } from '../query/matcher.ts';
import { matchedIndex } from '../query/positional.ts';
import { isPlainObject } from '../values/codec.ts';
import { isIndex } from '../values/paths.ts';

/** A path without positional operators: the keys from the document's root. */
export type Keys = readonly string[];

/** What positional operators refer to. */
export interface PositionalContext {
  readonly filter: Document;
  readonly arrayFilters: ReadonlyMap<string, Predicate>;
}

const IDENTIFIER = /^\$\[([a-z][a-zA-Z0-9]*)\]$/;

/** Compiles `arrayFilters`; each must name one identifier, and the update must use it. */
export function compileArrayFilters(filters: unknown, paths: readonly string[]): Map<string, Predicate> {
  const compiled = new Map<string, Predicate>();
  for (const filter of (filters ?? []) as Document[]) {
    const identifier = identifierOf(filter);
    if (identifier === undefined || compiled.has(identifier)) {
      throw new CommandError(
        'FailedToParse',
        'each array filter must have its own single top-level field name',
      );
    }
    if (!paths.some((path) => path.split('.').includes(`$[${identifier}]`))) {
      throw new CommandError(
        'FailedToParse',
        `The array filter for identifier '${identifier}' was not used in the update`,
      );
    }
    const test = compileFilter(filter);
    compiled.set(identifier, (item) => test({ [identifier]: item }));
  }
  return compiled;
}

function identifierOf(filter: Document): string | undefined {
  const names = new Set<string>();
  for (const [name, value] of Object.entries(filter)) {
    if (name.startsWith('$') && Array.isArray(value)) {
      for (const clause of value) names.add(identifierOf(clause as Document) ?? '');
    } else names.add(name.split('.')[0]!);
  }
  return names.size === 1 ? [...names][0] : undefined;
}

/** Every place that an update path means in this document, its positional operators resolved. */
export function expandPath(doc: Document, path: string, context: PositionalContext): Keys[] {
  let places: string[][] = [[]];
  for (const part of path.split('.')) {
    if (part === '')
      throw new CommandError('BadValue', `The update path '${path}' contains an empty field name`);
    places = part.startsWith('$')
      ? places.flatMap((keys) => elementKeys(doc, keys, part, path, context).map((at) => [...keys, at]))
      : places.map((keys) => [...keys, part]);
  }
  return places;
}

function elementKeys(
  doc: Document,
  keys: Keys,
  part: string,
  path: string,
  { filter, arrayFilters }: PositionalContext,
): string[] {
  const identifier = IDENTIFIER.exec(part)?.[1];
  if (part !== '$' && part !== '$[]' && !identifier) {
    throw new CommandError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${part}' in '${path}' is not valid`,
    );
  }
  if (part === '$') {
    const at = matchedIndex(doc, keys.join('.'), filter);
    if (at === -1) {
      throw new CommandError(
        'BadValue',
        'The positional operator did not find the match needed from the query.',
      );
    }
    return [String(at)];
  }
  const array = valueAt(doc, keys);
  if (!Array.isArray(array)) {
    const where = keys.join('.');
    throw new CommandError(
      'BadValue',
      `The path '${where}' must exist in the document in order to apply array updates.`,
    );
  }
  if (part === '$[]') return array.map((_, i) => String(i));
  const test = arrayFilters.get(identifier!);
  if (!test)
    throw new CommandError(
      'BadValue',
      `No array filter found for identifier '${identifier}' in path '${path}'`,
    );
  return array.flatMap((item, i) => (test(item as Document) ? [String(i)] : []));
}

/** The value at a place, undefined when it is missing. */
export function valueAt(doc: Document, keys: Keys): unknown {
  let value: unknown = doc;
  for (const key of keys) {
    if (Array.isArray(value) ? !isIndex(key) : !isPlainObject(value)) return undefined;
    const holder = value as Document;
    value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  return value;
}

/** Puts a value at a place of a document that the caller owns, making the sub-documents on the way. */
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

/** Takes away what stands at a place; an array element becomes null. */
export function removeAt(doc: Document, keys: Keys): void {
  const holder = valueAt(doc, keys.slice(0, -1));
  const key = keys[keys.length - 1]!;
  if (Array.isArray(holder)) {
    if (isIndex(key) && Number(key) < holder.length) holder[Number(key)] = null;
  } else if (isPlainObject(holder)) delete holder[key];
}
