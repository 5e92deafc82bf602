import { Decimal128, type Document } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { compileExpression, type Expression } from '../query/expression.ts';
import { isInt64, isPlainObject, toNumber } from '../values/codec.ts';
import { compareValues, sortKey } from '../values/sort-key.ts';

/** Computes one value of a group from the operand's value in each of its documents (undefined: missing). */
type Accumulator = (values: unknown[]) => unknown;

const ACCUMULATORS = new Map<string, Accumulator>(
  Object.entries({
    $sum: (values) => total(numbersIn(values)),
    $avg: (values) => {
      const numbers = numbersIn(values);
      return numbers.length > 0 ? total(numbers) / numbers.length : null;
    },
    $min: (values) => extreme(values, -1),
    $max: (values) => extreme(values, 1),
    $first: (values) => values[0] ?? null,
    $last: (values) => values.at(-1) ?? null,
    $push: (values) => values.filter((value) => value !== undefined),
  } satisfies Record<string, Accumulator>),
);

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The numbers among the values, a Long as a number; other types are passed over, as in MongoDB. */
function numbersIn(values: readonly unknown[]): number[] {
  if (values.some((value) => value instanceof Decimal128)) throw unsupported('arithmetic on Decimal128');
  return values
    .filter((value) => typeof value === 'number' || isInt64(value))
    .map((value) => toNumber(value, 0));
}

function extreme(values: readonly unknown[], sign: 1 | -1): unknown {
  let best: unknown = null;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (best === null || sign * compareValues(value, best) > 0) best = value;
  }
  return best;
}

/** The stage `$group`, its groups in the order in which they first appear. */
export function group(docs: Document[], spec: Document): Document[] {
  if (!isPlainObject(spec) || !('_id' in spec)) {
    throw new CommandError('BadValue', 'a group specification must include an _id');
  }
  const { _id, ...rest } = spec;
  const idOf = compileExpression(_id);
  const fields = Object.entries(rest).map(([name, field]) => [name, compileField(name, field)] as const);
  const groups = new Map<string, { id: unknown; members: Document[] }>();
  for (const doc of docs) {
    const id = idOf(doc) ?? null;
    const key = sortKey(id);
    const present = groups.get(key);
    if (present) present.members.push(doc);
    else groups.set(key, { id, members: [doc] });
  }
  return [...groups.values()].map(({ id, members }) => ({
    _id: id,
    ...Object.fromEntries(fields.map(([name, compute]) => [name, compute(members)])),
  }));
}

function compileField(name: string, field: unknown): (members: Document[]) => unknown {
  const [[operator, operand] = ['', null], ...others] = isPlainObject(field) ? Object.entries(field) : [];
  if (!operator.startsWith('$') || others.length > 0) {
    throw new CommandError('BadValue', `The field '${name}' must specify one accumulator`);
  }
  const accumulate = ACCUMULATORS.get(operator);
  if (!accumulate) throw unsupported(`accumulator ${operator}`);
  const evaluate: Expression = compileExpression(operand);
  return (members) => accumulate(members.map(evaluate));
}
