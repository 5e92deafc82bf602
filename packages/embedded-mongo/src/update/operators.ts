import { Decimal128, Long } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { compileElementTest } from '../query/matcher.ts';
import { isInt64, isPlainObject, toNumber } from '../values/codec.ts';
import { compareValues, sortKey } from '../values/sort-key.ts';

/** The new value of a field from its old one (undefined: missing). A result of `undefined` removes the field. */
export type FieldOperator = (old: unknown, operand: unknown, path: string) => unknown;

/** What an operator returns to leave the field as it is. */
export const UNCHANGED: unique symbol = Symbol('unchanged');

function typeMismatch(message: string): CommandError {
  return new CommandError('TypeMismatch', message);
}

const increment: FieldOperator = (old = 0, operand, path) => {
  for (const value of [operand, old]) {
    if (value instanceof Decimal128) throw unsupported('arithmetic on Decimal128');
    if (typeof value === 'number' || isInt64(value)) continue;
    throw typeMismatch(`Cannot apply $inc to a value of non-numeric type at '${path}'`);
  }
  const [a, b] = [toNumber(old, 0), toNumber(operand, 0)];
  const isLong = (isInt64(old) || isInt64(operand)) && Number.isInteger(a) && Number.isInteger(b);
  return isLong ? asLong(old).add(asLong(operand)) : a + b;
};

function asLong(value: unknown): Long {
  return isInt64(value) ? value : Long.fromNumber(Number(value));
}

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

/** The values to add: those of `$each`, or the operand itself. */
function itemsOf(name: string, operand: unknown): unknown[] {
  if (!isPlainObject(operand) || !('$each' in operand)) return [operand];
  const { $each, ...others } = operand;
  const other = Object.keys(others)[0];
  if (other !== undefined) throw unsupported(`${name} with ${other}`);
  if (!Array.isArray($each)) throw typeMismatch(`The argument to $each in ${name} must be an array`);
  return $each;
}

const push: FieldOperator = (old, operand, path) => [
  ...arrayOf('$push', old, path),
  ...itemsOf('$push', operand),
];

const addToSet: FieldOperator = (old, operand, path) => {
  const array = [...arrayOf('$addToSet', old, path)];
  const present = new Set(array.map((item) => sortKey(item)));
  for (const item of itemsOf('$addToSet', operand)) {
    const key = sortKey(item);
    if (!present.has(key)) array.push(item);
    present.add(key);
  }
  return array;
};

const pull: FieldOperator = (old, operand, path) => {
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

const pullAll: FieldOperator = (old, operand, path) => {
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

/** The update operators by name. `$setOnInsert` does what `$set` does; the caller skips it when nothing is inserted. */
export const FIELD_OPERATORS: ReadonlyMap<string, FieldOperator> = new Map(
  Object.entries<FieldOperator>({
    $set: (_old, operand) => operand,
    $setOnInsert: (_old, operand) => operand,
    $unset: () => undefined,
    $inc: increment,
    $min: keepIf((order) => order < 0),
    $max: keepIf((order) => order > 0),
    $push: push,
    $addToSet: addToSet,
    $pull: pull,
    $pullAll: pullAll,
  }),
);
