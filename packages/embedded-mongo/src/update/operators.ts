import { Decimal128, Long } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { compileElementTest } from '../query/filter.ts';
import { isInt64, isPlainObject, toNumber } from '../values/codec.ts';
import { compareValues, sortKey } from '../values/sort-key.ts';

/** Computes a field's new value from its old one (undefined: missing). The result `undefined` removes the field. */
type FieldOperator = (old: unknown, operand: unknown, path: string) => unknown;

const increment: FieldOperator = (old = 0, operand, path) => {
  for (const value of [operand, old]) {
    if (value instanceof Decimal128) throw unsupported('arithmetic on Decimal128');
    if (typeof value !== 'number' && !isInt64(value)) {
      const message = `Cannot apply $inc to a value of non-numeric type at '${path}'`;
      throw new CommandError('TypeMismatch', message);
    }
  }
  const [a, b] = [toNumber(old, 0), toNumber(operand, 0)];
  const isLong = (isInt64(old) || isInt64(operand)) && Number.isInteger(a) && Number.isInteger(b);
  return isLong ? asLong(old).add(asLong(operand)) : a + b;
};

function asLong(value: unknown): Long {
  return isInt64(value) ? value : Long.fromNumber(Number(value));
}

/** Applies `change` to an array field. Throws BadValue for a field of another type. */
function onArray(name: string, change: (array: unknown[], operand: unknown) => unknown[]): FieldOperator {
  return (old, operand, path) => {
    if (old !== undefined && !Array.isArray(old)) {
      const message = `The field '${path}' must be an array but is not, so ${name} cannot be applied`;
      throw new CommandError('BadValue', message);
    }
    const changed = change(old ?? [], operand);
    return old === undefined && name.startsWith('$pull') ? undefined : changed;
  };
}

/** Returns the values to add: those of `$each`, or the operand itself. */
function itemsOf(name: string, operand: unknown): unknown[] {
  if (!isPlainObject(operand) || !('$each' in operand)) return [operand];
  const { $each, ...others } = operand;
  const other = Object.keys(others)[0];
  if (other !== undefined) throw unsupported(`${name} with ${other}`);
  if (!Array.isArray($each))
    throw new CommandError('TypeMismatch', `The argument to $each in ${name} must be an array`);
  return $each;
}

function addToSet(array: unknown[], operand: unknown): unknown[] {
  const present = new Set(array.map(sortKey));
  const added = new Map(itemsOf('$addToSet', operand).map((item) => [sortKey(item), item]));
  return [...array, ...[...added].filter(([key]) => !present.has(key)).map(([, item]) => item)];
}

function pull(array: unknown[], operand: unknown): unknown[] {
  if (operand instanceof RegExp)
    return array.filter((item) => typeof item !== 'string' || !operand.test(item));
  if (!isPlainObject(operand)) return pullAll(array, [operand]);
  const test = compileElementTest(operand);
  return array.filter((item) => !test(item));
}

function pullAll(array: unknown[], operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$pullAll requires an array argument');
  const keys = new Set(operand.map(sortKey));
  return array.filter((item) => !keys.has(sortKey(item)));
}

function chooseBy(sign: 1 | -1): FieldOperator {
  return (old, operand) => (old === undefined || sign * compareValues(operand, old) > 0 ? operand : old);
}

/**
 * The update operators by name. They are this store's own because those of mingo pass over a field of another
 * type without an error, do not know Long, and `$addToSet` loses elements beside duplicates. `$setOnInsert` does what
 * `$set` does; the caller skips it when nothing is inserted.
 */
export const FIELD_OPERATORS: ReadonlyMap<string, FieldOperator> = new Map(
  Object.entries<FieldOperator>({
    $set: (_old, operand) => operand,
    $setOnInsert: (_old, operand) => operand,
    $unset: () => undefined,
    $inc: increment,
    $min: chooseBy(-1),
    $max: chooseBy(1),
    $push: onArray('$push', (array, operand) => [...array, ...itemsOf('$push', operand)]),
    $addToSet: onArray('$addToSet', addToSet),
    $pull: onArray('$pull', pull),
    $pullAll: onArray('$pullAll', pullAll),
  }),
);
