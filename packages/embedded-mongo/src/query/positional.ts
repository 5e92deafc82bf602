import type { Document } from 'bson';
import { compileFilter } from './matcher.ts';
import type { Predicate } from './predicates.ts';

/** The conditions of a filter on an array or on its elements' fields, also inside `$and` and `$or`. */
function conditionsOn(filter: Document, array: string): Document[] {
  return Object.entries(filter).flatMap(([name, condition]) => {
    if (['$and', '$or'].includes(name) && Array.isArray(condition)) {
      return condition.flatMap((clause) => conditionsOn(clause as Document, array));
    }
    return name === array || name.startsWith(`${array}.`) ? [{ [name]: condition }] : [];
  });
}

/** A document with nothing but one element in the array at a path. */
function holding(path: string, item: unknown): Document {
  return path
    .split('.')
    .reverse()
    .reduce<unknown>((inner, part) => ({ [part]: inner }), [item]) as Document;
}

/**
 * The index of the array element that the filter matched, for the positional operator `$`: the first one
 * that meets every condition on the array, else the first that meets any; -1 when there is none.
 */
export function matchedIndex(doc: Document, array: string, filter: Document): number {
  const tests: Predicate[] = conditionsOn(filter, array).map((condition) => compileFilter(condition));
  const items = array
    .split('.')
    .reduce<unknown>((value, part) => (value as Document | undefined)?.[part], doc);
  if (tests.length === 0 || !Array.isArray(items)) return -1;
  const meetsAll = items.findIndex((item) => tests.every((test) => test(holding(array, item))));
  if (meetsAll !== -1) return meetsAll;
  return items.findIndex((item) => tests.some((test) => test(holding(array, item))));
}
