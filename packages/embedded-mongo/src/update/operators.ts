import { Decimal128, type Document, Double, Long, Timestamp } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { compileElementTest } from '../query/matcher.ts';
import { parseSort, sortDocuments } from '../query/sort.ts';
import { isInt64, isPlainObject, toNumber } from '../values/codec.ts';
import { compareValues, sortKey } from '../values/sort-key.ts';

/** What an operator may know beside the value. */
interface OperatorContext {
  readonly path: string;
  readonly now: Date;
}

/** The new value at a place from the old one (undefined: missing); `undefined` back removes the field. */
export type FieldOperator = (old: unknown, operand: unknown, context: OperatorContext) => unknown;

/** Returned by an operator that leaves the place as it is, missing or not. */
export const UNCHANGED: unique symbol = Symbol('unchanged');

function typeMismatch(message: string): CommandError {
  return new CommandError('TypeMismatch', message);
}

type Arithmetic = { numbers: (a: number, b: number) => number; longs: (a: Long, b: Long) => Long };
const ADD: Arithmetic = { numbers: (a, b) => a + b, longs: (a, b) => a.add(b) };
const MULTIPLY: Arithmetic = { numbers: (a, b) => a * b, longs: (a, b) => a.multiply(b) };

function compute(
  name: string,
  old: unknown,
  operand: unknown,
  path: string,
  { numbers, longs }: Arithmetic,
): unknown {
  for (const value of [operand, old]) {
    if (value instanceof Decimal128) throw unsupported('arithmetic on Decimal128');
    if (value instanceof Double || typeof value === 'number' || isInt64(value)) continue;
    throw typeMismatch(`Cannot apply ${name} to a value of non-numeric type at '${path}'`);
  }
  if (isInt64(old) || isInt64(operand)) {
    const [a, b] = [old, operand].map((value) => toNumber(value, 0));
    const isWhole = Number.isInteger(a) && Number.isInteger(b);
    if (!isWhole) return numbers(a!, b!);
    return longs(asLong(old), asLong(operand));
  }
  return numbers(Number(old), Number(operand));
}

function asLong(value: unknown): Long {
  return isInt64(value) ? value : Long.fromNumber(Number(value));
}

const increment: FieldOperator = (old, operand, { path }) =>
  compute('$inc', old === undefined ? 0 : old, operand, path, ADD);

const multiply: FieldOperator = (old, operand, { path }) =>
  compute('$mul', old === undefined ? 0 : old, operand, path, MULTIPLY);

const BITWISE: Record<string, (a: number, b: number) => number> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

const bitwise: FieldOperator = (old, operand, { path }) => {
  let value = old ?? 0;
  for (const [name, mask] of Object.entries(operand as Document)) {
    const combine = BITWISE[name];
    if (!combine)
      throw new CommandError(
        'BadValue',
        `The $bit operator only supports 'and', 'or', and 'xor', not ${name}`,
      );
    if (!Number.isInteger(value) || !Number.isInteger(mask)) {
      throw new CommandError('BadValue', `Cannot apply $bit to a value of non-integral type at '${path}'`);
    }
    value = combine(value as number, mask as number);
  }
  return value;
};

const currentDate: FieldOperator = (_old, operand, { now }) => {
  const type = isPlainObject(operand) ? operand.$type : 'date';
  if (type === 'timestamp') return new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
  if (type !== 'date')
    throw new CommandError('BadValue', "The '$type' of $currentDate must be 'date' or 'timestamp'");
  return now;
};

function arrayOf(name: string, old: unknown, path: string): unknown[] {
  if (old === undefined) return [];
  if (!Array.isArray(old)) {
    throw new CommandError(
      'BadValue',
      `The field '${path}' must be an array but is not, so ${name} cannot be applied`,
    );
  }
  return old;
}

const push: FieldOperator = (old, operand, { path }) => {
  const array = [...arrayOf('$push', old, path)];
  if (!isPlainObject(operand) || !('$each' in operand)) return [...array, operand];
  const { $each, $position, $sort, $slice, ...others } = operand;
  if (!Array.isArray($each))
    throw new CommandError('BadValue', 'The argument to $each in $push must be an array');
  const unknown = Object.keys(others)[0];
  if (unknown) throw new CommandError('BadValue', `Unrecognized clause in $push: ${unknown}`);
  array.splice($position === undefined ? array.length : toNumber($position, 0), 0, ...$each);
  const sorted = $sort === undefined ? array : sortElements(array, $sort);
  if ($slice === undefined) return sorted;
  const count = toNumber($slice, 0);
  return count >= 0 ? sorted.slice(0, count) : sorted.slice(count);
};

function sortElements(array: unknown[], spec: unknown): unknown[] {
  if (isPlainObject(spec))
    return sortDocuments(array, (item) => (isPlainObject(item) ? item : {}), parseSort(spec));
  const direction = toNumber(spec, 0);
  if (direction !== 1 && direction !== -1) {
    throw new CommandError('BadValue', 'The $sort element value must be either 1 or -1');
  }
  return array.toSorted((a, b) => direction * compareValues(a, b));
}

const addToSet: FieldOperator = (old, operand, { path }) => {
  const array = [...arrayOf('$addToSet', old, path)];
  const hasEach = isPlainObject(operand) && '$each' in operand;
  const items: unknown = hasEach ? operand.$each : [operand];
  if (!Array.isArray(items)) throw typeMismatch('The argument to $each in $addToSet must be an array');
  const present = new Set(array.map((item) => sortKey(item)));
  for (const item of items) {
    const key = sortKey(item);
    if (!present.has(key)) array.push(item);
    present.add(key);
  }
  return array;
};

const pop: FieldOperator = (old, operand, { path }) => {
  const end = toNumber(operand, 0);
  if (end !== 1 && end !== -1)
    throw new CommandError('FailedToParse', `$pop expects 1 or -1, found: ${String(operand)}`);
  if (old === undefined) return UNCHANGED;
  if (!Array.isArray(old)) throw typeMismatch(`Path '${path}' contains an element of non-array type`);
  return end === 1 ? old.slice(0, -1) : old.slice(1);
};

const pull: FieldOperator = (old, operand, { path }) => {
  if (old === undefined) return UNCHANGED;
  const array = arrayOf('$pull', old, path);
  if (operand instanceof RegExp)
    return array.filter((item) => typeof item !== 'string' || !operand.test(item));
  if (isPlainObject(operand)) {
    const test = compileElementTest(operand);
    return array.filter((item) => !test(item));
  }
  const key = sortKey(operand);
  return array.filter((item) => sortKey(item) !== key);
};

const pullAll: FieldOperator = (old, operand, { path }) => {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$pullAll requires an array argument');
  if (old === undefined) return UNCHANGED;
  const keys = new Set(operand.map((item) => sortKey(item)));
  return arrayOf('$pullAll', old, path).filter((item) => !keys.has(sortKey(item)));
};

function keepIf(accept: (order: number) => boolean): FieldOperator {
  return (old, operand) => {
    if (old === undefined) return operand;
    return accept(compareValues(operand, old)) ? operand : UNCHANGED;
  };
}

/** The update operators that change one field, by name. `$rename` and `$setOnInsert` stand elsewhere. */
export const FIELD_OPERATORS: Readonly<Record<string, FieldOperator>> = {
  $set: (_old, operand) => operand,
  $unset: () => undefined,
  $inc: increment,
  $mul: multiply,
  $min: keepIf((order) => order < 0),
  $max: keepIf((order) => order > 0),
  $bit: bitwise,
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull: pull,
  $pullAll: pullAll,
};
