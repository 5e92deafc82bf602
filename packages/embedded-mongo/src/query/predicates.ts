import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { anyAt, valuesAt } from '../values/paths.ts';
import { RANK, rankOf, sortKey } from '../values/sort-key.ts';

/** A test of documents. */
export type Predicate = (doc: Document) => boolean;
type Test = (value: unknown) => boolean;

/** Compiles a comparison of the values at a path with an operand. Values compare in BSON's order. */
type Operator = (path: string, operand: unknown) => Predicate;

function equals(operand: unknown): Test {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  const key = sortKey(operand);
  const rank = rankOf(operand);
  return (value) => value === operand || (rankOf(value) === rank && sortKey(value) === key);
}

type Accept = (order: number) => boolean;

function ordered(accept: Accept): Operator {
  return (path, operand) => {
    const rank = rankOf(operand);
    const key = sortKey(operand);
    // MinKey and MaxKey compare with every type, all others only with their own.
    const crossType = rank === RANK.minKey || rank === RANK.maxKey;
    return (doc) =>
      anyAt(doc, path, (value) => {
        if (!crossType && rankOf(value) !== rank) return false;
        if (typeof value === 'number' && Number.isNaN(value) !== Number.isNaN(operand)) return false;
        const other = sortKey(value);
        return accept(other < key ? -1 : other > key ? 1 : 0);
      });
  };
}

export const equal: Operator = (path, operand) => {
  const test = equals(operand);
  return (doc) => anyAt(doc, path, test);
};

const oneOf: Operator = (path, operand) => {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$in needs an array');
  const patterns = operand.filter((item) => item instanceof RegExp);
  const keys = new Set(operand.map((item) => sortKey(item)));
  const matches: Test = (value) =>
    keys.has(sortKey(value)) ||
    (typeof value === 'string' && patterns.some((pattern) => pattern.test(value)));
  return (doc) => anyAt(doc, path, matches);
};

/** Whether a text at the path matches a regular expression. */
export function matchesPattern(path: string, pattern: RegExp): Predicate {
  return (doc) => anyAt(doc, path, (value) => typeof value === 'string' && pattern.test(value));
}

const exists: Operator = (path, operand) => {
  const wanted = Boolean(operand);
  return (doc) => valuesAt(doc, path).some((value) => value !== undefined) === wanted;
};

function not(operator: Operator): Operator {
  return (path, operand) => {
    const test = operator(path, operand);
    return (doc) => !test(doc);
  };
}

/** The comparisons by name. */
export const COMPARISONS: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    $eq: equal,
    $ne: not(equal),
    $gt: ordered((order) => order > 0),
    $gte: ordered((order) => order >= 0),
    $lt: ordered((order) => order < 0),
    $lte: ordered((order) => order <= 0),
    $in: oneOf,
    $nin: not(oneOf),
    $exists: exists,
  }),
);
