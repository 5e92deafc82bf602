import { Decimal128, type Document, Long, ObjectId } from 'bson';
import { evalExpr } from 'mingo/core';
import { $avg, $push, $sum } from 'mingo/operators/accumulator';
import * as library from 'mingo/operators/expression';
import type { Options } from 'mingo/types';
import { CommandError, unsupported } from '../errors.ts';
import { isPlainObject } from '../values/codec.ts';
import { compareValues } from '../values/sort-key.ts';

type Expression = (doc: Document, operand: unknown, options: Options) => unknown;

const toText: Expression = (doc, operand, options) => {
  const value = evalExpr(doc, operand, options);
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Decimal128 || value instanceof Long) return value.toString();
  return library.$toString(doc, { $literal: value }, options);
};

const toObjectId: Expression = (doc, operand, options) => {
  const value = evalExpr(doc, operand, options);
  if (value === null || value === undefined) return null;
  if (value instanceof ObjectId) return value;
  if (typeof value === 'string' && /^[0-9a-fA-F]{24}$/.test(value)) return new ObjectId(value);
  throw new CommandError(
    'BadValue',
    `Failed to parse objectId '${String(value)}' in $convert with no onError value`,
  );
};

const BSON_TYPE_NAMES: Record<string, string> = {
  ObjectId: 'objectId',
  Decimal128: 'decimal',
  Long: 'long',
  Binary: 'binData',
  Timestamp: 'timestamp',
  MinKey: 'minKey',
  MaxKey: 'maxKey',
};

const typeName: Expression = (doc, operand, options) => {
  const value = evalExpr(doc, operand, options);
  const bsonType = (value as { _bsontype?: string } | null | undefined)?._bsontype;
  const name = bsonType ? BSON_TYPE_NAMES[bsonType] : undefined;
  return name ?? library.$type(doc, operand, options);
};

/** Expressions compare across types, and a missing value stands below null. */
function compareOperands(name: string, doc: Document, operand: unknown, options: Options): number {
  const values: unknown = evalExpr(doc, operand, options);
  if (!Array.isArray(values) || values.length !== 2) {
    throw new CommandError('BadValue', `Expression ${name} takes exactly 2 arguments`);
  }
  const [left, right] = values;
  if (left === undefined || right === undefined)
    return Number(right === undefined) - Number(left === undefined);
  return compareValues(left, right);
}

function comparison(name: string, accept: (order: number) => unknown): Record<string, Expression> {
  return { [name]: (doc, operand, options) => accept(compareOperands(name, doc, operand, options)) };
}

const contains: Expression = (doc, operand, options) => {
  const values: unknown = evalExpr(doc, operand, options);
  if (!Array.isArray(values) || !Array.isArray(values[1])) {
    throw new CommandError('BadValue', '$in requires an array as a second argument');
  }
  return values[1].some((item) => compareValues(item, values[0]) === 0);
};

const DATE_PARTS: Readonly<Record<string, Expression>> = {
  $year: library.$year,
  $month: library.$month,
  $dayOfMonth: library.$dayOfMonth,
  $dayOfWeek: library.$dayOfWeek,
  $dayOfYear: library.$dayOfYear,
  $hour: library.$hour,
  $minute: library.$minute,
  $second: library.$second,
  $millisecond: library.$millisecond,
  $week: library.$week,
  $isoWeek: library.$isoWeek,
  $isoWeekYear: library.$isoWeekYear,
  $isoDayOfWeek: library.$isoDayOfWeek,
};

/** The library refuses a missing date, where the answer is null. */
function datePart(part: Expression): Expression {
  return (doc, operand, options) => {
    const date = evalExpr(doc, isPlainObject(operand) && 'date' in operand ? operand.date : operand, options);
    return date === null || date === undefined ? null : part(doc, operand, options);
  };
}

/** Expressions that this store does itself: BSON types and BSON order. */
export const BSON_EXPRESSIONS: Readonly<Record<string, Expression>> = {
  $toString: toText,
  $toObjectId: toObjectId,
  $type: typeName,
  $in: contains,
  ...comparison('$cmp', (order) => order),
  ...comparison('$eq', (order) => order === 0),
  ...comparison('$ne', (order) => order !== 0),
  ...comparison('$gt', (order) => order > 0),
  ...comparison('$gte', (order) => order >= 0),
  ...comparison('$lt', (order) => order < 0),
  ...comparison('$lte', (order) => order <= 0),
  ...Object.fromEntries(Object.entries(DATE_PARTS).map(([name, part]) => [name, datePart(part)])),
};

type Accumulator = (docs: Document[], operand: unknown, options: Options) => unknown;

/** The library passes over decimals as if they were no numbers: a wrong sum, where a refusal is due. */
function refuseDecimals(accumulate: Accumulator): Accumulator {
  return (docs, operand, options) => {
    if (
      typeof operand !== 'number' &&
      $push(docs, operand, options).some((value) => value instanceof Decimal128)
    ) {
      throw unsupported('arithmetic on Decimal128');
    }
    return accumulate(docs, operand, options);
  };
}

/** Accumulators of this store. */
export const BSON_ACCUMULATORS: Readonly<Record<string, Accumulator>> = {
  $sum: refuseDecimals($sum),
  $avg: refuseDecimals($avg),
};
