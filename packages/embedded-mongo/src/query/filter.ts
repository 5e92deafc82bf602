import type { Document } from 'bson';
import { Context } from 'mingo/core';
import { $and, $or } from 'mingo/operators/query/logical';
import { Query } from 'mingo/query';
import type { QueryOperator } from 'mingo/types';
import { CommandError, toCommandError, unsupported } from '../errors.ts';
import { isPlainObject } from '../values/codec.ts';
import { anyAt, valuesAt } from '../values/paths.ts';
import { compareKeys, RANK, rankOf, sortKey } from '../values/sort-key.ts';

/** A test of documents. */
export type Predicate = (doc: Document) => boolean;
/** Compiles a condition on the values at a path. */
type Operator = (path: string, operand: unknown) => Predicate;

function equals(path: string, operand: unknown): Predicate {
  const [rank, key] = [rankOf(operand), sortKey(operand)];
  return (doc) =>
    anyAt(doc, path, (value) => value === operand || (rankOf(value) === rank && sortKey(value) === key));
}

function ordered(accept: (order: number) => boolean): Operator {
  return (path, operand) => {
    const [rank, key] = [rankOf(operand), sortKey(operand)];
    // MinKey and MaxKey compare with every type, all others only with their own.
    const isCrossType = rank === RANK.minKey || rank === RANK.maxKey;
    return (doc) =>
      anyAt(doc, path, (value) => {
        if (!isCrossType && rankOf(value) !== rank) return false;
        if (typeof value === 'number' && Number.isNaN(value) !== Number.isNaN(operand)) return false;
        return accept(compareKeys(sortKey(value), key));
      });
  };
}

function oneOf(path: string, operand: unknown): Predicate {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$in needs an array');
  const patterns = operand.filter((item) => item instanceof RegExp).map((item) => matches(path, item));
  const keys = new Set(operand.map(sortKey));
  return (doc) => anyAt(doc, path, (value) => keys.has(sortKey(value))) || patterns.some((test) => test(doc));
}

function matches(path: string, pattern: unknown): Predicate {
  return (doc) => anyAt(doc, path, (value) => typeof value === 'string' && (pattern as RegExp).test(value));
}

function exists(path: string, operand: unknown): Predicate {
  const isWanted = Boolean(operand);
  return (doc) => valuesAt(doc, path).some((value) => value !== undefined) === isWanted;
}

function elementMatches(path: string, operand: unknown): Predicate {
  if (!isPlainObject(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  const test = compileElementTest(operand);
  return (doc) => valuesAt(doc, path).some((value) => Array.isArray(value) && value.some(test));
}

function not(operator: Operator): Operator {
  return (path, operand) => {
    const test = operator(path, operand);
    return (doc) => !test(doc);
  };
}

/** The conditions of a field. Mingo's own compare by `toString` and ignore the order of keys; BSON does neither. */
const FIELD_OPERATORS: Record<`$${string}`, Operator> = {
  $eq: equals,
  $ne: not(equals),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $in: oneOf,
  $nin: not(oneOf),
  $exists: exists,
  $regex: matches,
  $elemMatch: elementMatches,
};
const QUERY = {
  context: Context.init({ query: { ...FIELD_OPERATORS, $and, $or } as Record<`$${string}`, QueryOperator> }),
};
const LOGICAL = ['$and', '$or'];

/** Compiles a filter to a test of documents. Throws CommandError for a malformed filter. */
export function compileFilter(filter: Document): Predicate {
  try {
    assertKnown(filter);
    const query = new Query(filter, QUERY);
    return (doc) => query.test(doc);
  } catch (error) {
    throw toCommandError(error);
  }
}

/** Compiles a condition to a test of one array element, for `$elemMatch` and for `$pull`. */
export function compileElementTest(criteria: Document): (item: unknown) => boolean {
  const isFieldless =
    isOperatorSet(criteria) && !Object.keys(criteria).some((name) => LOGICAL.includes(name));
  const test = compileFilter(isFieldless ? { item: criteria } : criteria);
  if (isFieldless) return (item) => test({ item });
  return (item) => (isPlainObject(item) || Array.isArray(item)) && test(item as Document);
}

/** Returns whether a condition is a set of operators, as opposed to a value to equal. */
export function isOperatorSet(condition: unknown): condition is Document {
  return isPlainObject(condition) && (Object.keys(condition)[0]?.startsWith('$') ?? false);
}

/** Throws for an operator that this store does not have. */
function assertKnown(filter: unknown): void {
  if (!isPlainObject(filter)) throw new CommandError('BadValue', 'a filter must be an object');
  for (const [name, condition] of Object.entries(filter)) {
    if (LOGICAL.includes(name)) {
      if (!Array.isArray(condition) || condition.length === 0)
        throw new CommandError('BadValue', `${name} must be a nonempty array`);
      condition.forEach(assertKnown);
    } else if (name.startsWith('$')) {
      throw new CommandError('BadValue', `unknown top level operator: ${name}`);
    } else if (isOperatorSet(condition)) {
      const other = Object.keys(condition).find(
        (key) => !Object.hasOwn(FIELD_OPERATORS, key) && key !== '$options',
      );
      if (other !== undefined) throw unsupported(`query operator ${other}`);
    }
  }
}
