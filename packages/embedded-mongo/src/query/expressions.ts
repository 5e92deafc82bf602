import { Decimal128, type Document, Long, ObjectId } from 'bson';
import { evalExpr } from 'mingo/core';
import { $toString as libraryToString, $type as libraryType } from 'mingo/operators/expression';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.ts';

type Expression = (doc: Document, operand: unknown, options: Options) => unknown;

const toText: Expression = (doc, operand, options) => {
  const value = evalExpr(doc, operand, options);
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Decimal128 || value instanceof Long) return value.toString();
  return libraryToString(doc, { $literal: value }, options);
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
  return name ?? libraryType(doc, operand, options);
};

/** Expressions over BSON types that the query library does not know. */
export const BSON_EXPRESSIONS: Readonly<Record<string, Expression>> = {
  $toString: toText,
  $toObjectId: toObjectId,
  $type: typeName,
};
