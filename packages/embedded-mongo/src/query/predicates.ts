import { Binary, type Document } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { isInt64, isPlainObject, toNumber } from '../values/codec.ts';
import { anyAt, valuesAt } from '../values/paths.ts';
import { type Fold, RANK, rankOf, sortKey } from '../values/sort-key.ts';

/**
 * The comparison operators of queries over BSON's value order. They take the place of the query library's
 * own ones, which know neither Long, Binary and Decimal128 nor the protocol's array and null rules.
 */

export type Predicate = (doc: Document) => boolean;
type Test = (value: unknown) => boolean;

/** What an operator needs beside its operand: the collation, and how to compile a nested filter. */
export interface OperatorOptions {
  readonly fold: Fold | undefined;
  readonly compile: (filter: Document) => Predicate;
}
export type Operator = (path: string, operand: unknown, options: OperatorOptions) => Predicate;

const TYPE_ALIASES: Record<string, Test> = {
  double: (v) => typeof v === 'number' && !isInt32(v),
  string: (v) => typeof v === 'string',
  object: (v) => isPlainObject(v),
  array: Array.isArray,
  binData: (v) => v instanceof Binary,
  objectId: (v) => rankOf(v) === RANK.objectId,
  bool: (v) => typeof v === 'boolean',
  date: (v) => v instanceof Date,
  null: (v) => v === null,
  regex: (v) => v instanceof RegExp,
  int: isInt32,
  timestamp: (v) => v !== undefined && rankOf(v) === RANK.timestamp,
  long: isInt64,
  decimal: (v) => (v as { _bsontype?: string } | null)?._bsontype === 'Decimal128',
  minKey: (v) => v !== undefined && rankOf(v) === RANK.minKey,
  maxKey: (v) => v !== undefined && rankOf(v) === RANK.maxKey,
  number: (v) => v !== undefined && rankOf(v) === RANK.number,
};
const TYPE_NUMBERS: Record<number, string> = {
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  [-1]: 'minKey',
  127: 'maxKey',
};

function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) === ((value as number) | 0);
}

function equals(operand: unknown, fold: Fold | undefined): Test {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  const key = sortKey(operand, fold);
  const rank = rankOf(operand);
  return (value) => value === operand || (rankOf(value) === rank && sortKey(value, fold) === key);
}

type Accept = (order: number) => boolean;

function ordered(accept: Accept): Operator {
  return (path, operand, options) => {
    const fold = options.fold;
    const rank = rankOf(operand);
    const key = sortKey(operand, fold);
    // MinKey and MaxKey compare with every type, all others only with their own.
    const crossType = rank === RANK.minKey || rank === RANK.maxKey;
    return (doc) =>
      anyAt(doc, path, (value) => {
        if (!crossType && rankOf(value) !== rank) return false;
        if (typeof value === 'number' && Number.isNaN(value) !== Number.isNaN(operand)) return false;
        const other = sortKey(value, fold);
        return accept(other < key ? -1 : other > key ? 1 : 0);
      });
  };
}

const equal: Operator = (path, operand, options) => {
  const test = equals(operand, options.fold);
  return (doc) => anyAt(doc, path, test);
};

const oneOf: Operator = (path, operand, options) => {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$in needs an array');
  const fold = options.fold;
  const patterns = operand.filter((item) => item instanceof RegExp);
  const keys = new Set(operand.map((item) => sortKey(item, fold)));
  const matches: Test = (value) =>
    keys.has(sortKey(value, fold)) ||
    (typeof value === 'string' && patterns.some((pattern) => pattern.test(value)));
  return (doc) => anyAt(doc, path, matches);
};

const matchesPattern: Operator = (path, operand) => {
  const pattern = operand instanceof RegExp ? operand : new RegExp(String(operand));
  return (doc) => anyAt(doc, path, (value) => typeof value === 'string' && pattern.test(value));
};

const exists: Operator = (path, operand) => {
  const wanted = Boolean(operand);
  return (doc) => valuesAt(doc, path).some((value) => value !== undefined) === wanted;
};

const hasType: Operator = (path, operand) => {
  const tests = (Array.isArray(operand) ? operand : [operand]).map((name) => {
    const test = TYPE_ALIASES[typeof name === 'string' ? name : (TYPE_NUMBERS[toNumber(name, 0)] ?? '')];
    if (!test) throw new CommandError('BadValue', `Unknown type name alias: ${String(name)}`);
    return test;
  });
  return (doc) => anyAt(doc, path, (value) => tests.some((test) => test(value)));
};

const hasSize: Operator = (path, operand) => {
  const size = toNumber(operand, -1);
  if (!Number.isInteger(size) || size < 0) {
    throw new CommandError('BadValue', '$size needs a non-negative integer');
  }
  return (doc) => valuesAt(doc, path).some((value) => Array.isArray(value) && value.length === size);
};

const allOf: Operator = (path, operand, options) => {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$all needs an array');
  const tests = operand.map((item) => {
    if (isPlainObject(item) && '$elemMatch' in item) return elementMatch(path, item.$elemMatch, options);
    return item instanceof RegExp ? matchesPattern(path, item, options) : equal(path, item, options);
  });
  return (doc) => tests.length > 0 && tests.every((test) => test(doc));
};

const LOGICAL = ['$and', '$or', '$nor', '$expr'];

/** A test of one array element, for `$elemMatch` and for `$pull`. */
export function elementTest(criteria: Document, options: OperatorOptions): Test {
  const names = Object.keys(criteria);
  const isFieldless =
    names.length > 0 && names.every((name) => name.startsWith('$') && !LOGICAL.includes(name));
  const test = options.compile(isFieldless ? { item: criteria } : criteria);
  if (isFieldless) return (item) => test({ item });
  return (item) => (isPlainObject(item) || Array.isArray(item)) && test(item as Document);
}

const elementMatch: Operator = (path, operand, options) => {
  if (!isPlainObject(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  const test = elementTest(operand, options);
  return (doc) => valuesAt(doc, path).some((value) => Array.isArray(value) && value.some(test));
};

const remainder: Operator = (path, operand) => {
  const [divisor, wanted] = (Array.isArray(operand) ? operand : []).map((item) => toNumber(item, Number.NaN));
  if (divisor === undefined || wanted === undefined || !Math.trunc(divisor)) {
    throw new CommandError('BadValue', 'malformed mod, needs a divisor and a remainder');
  }
  return (doc) =>
    anyAt(doc, path, (value) => {
      const number = toNumber(value, Number.NaN);
      return Math.trunc(number) % Math.trunc(divisor) === Math.trunc(wanted);
    });
};

const not =
  (operator: Operator): Operator =>
  (path, operand, options) => {
    const test = operator(path, operand, options);
    return (doc) => !test(doc);
  };

const refuse = (name: string): Operator => {
  return () => {
    throw unsupported(`query operator ${name}`);
  };
};

/** All operators of this store, by name. */
export const COMPARISONS: Readonly<Record<string, Operator>> = {
  $eq: equal,
  $ne: not(equal),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $in: oneOf,
  $nin: not(oneOf),
  $regex: matchesPattern,
  $exists: exists,
  $type: hasType,
  $size: hasSize,
  $all: allOf,
  $elemMatch: elementMatch,
  $mod: remainder,
  $where: refuse('$where'),
  $jsonSchema: refuse('$jsonSchema'),
  $text: refuse('$text'),
  $near: refuse('$near'),
  $nearSphere: refuse('$nearSphere'),
  $geoWithin: refuse('$geoWithin'),
  $geoIntersects: refuse('$geoIntersects'),
};
