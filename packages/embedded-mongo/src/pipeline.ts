import { Decimal128, type Document } from 'bson';
import { CommandError, toCommandError, unsupported } from './errors.ts';
import { assertSimple, compileProjection, evaluate } from './projection.ts';
import { compileFilter, countRows, type FindInput, findRows, parseSort, sortDocuments } from './query.ts';
import type { Collection } from './storage/collection.ts';
import { compareValues, isPlainObject, sortKey, toNumber } from './values.ts';

const STAGES: Record<string, (docs: Document[], spec: unknown) => Document[]> = {
  $match: (docs, spec) => docs.filter(compileFilter(spec as Document)),
  $sort: (docs, spec) => sortDocuments(docs, (doc) => doc, parseSort(spec)),
  $skip: (docs, spec) => docs.slice(skipOf(spec)),
  $limit: (docs, spec) => docs.slice(0, limitOf(spec)),
  $project: (docs, spec) => docs.map(compileProjection(spec)),
  $group: group,
  $count: (docs, name) => {
    if (typeof name !== 'string' || name === '')
      throw new CommandError('BadValue', 'the count field must be a non-empty string');
    return docs.length > 0 ? [{ [name]: docs.length }] : [];
  },
};

/** Computes one value of a group from the operand's value in each of its documents (undefined: missing). */
const ACCUMULATORS: Record<string, (values: unknown[]) => unknown> = {
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
};

/** Runs a pipeline over a collection. Throws CommandError. */
export function runPipeline(collection: Collection | undefined, pipeline: readonly unknown[]): Document[] {
  const stages = pipeline.map((stage) => onlyEntry(stage, 'a pipeline stage'));
  const unknown = stages.find(([name]) => !Object.hasOwn(STAGES, name));
  if (unknown) throw unsupported(`aggregation stage ${unknown[0]}`);
  try {
    const { query, rest } = splitPipeline(stages);
    const countId = countIdOf(rest);
    if (countId === undefined) {
      const docs = findRows(collection, query).rows.map((row) => row.doc);
      return rest.reduce((found, [name, spec]) => STAGES[name]!(found, spec), docs);
    }
    const n = countRows(collection, query);
    return n > 0 ? [{ _id: countId, n }] : [];
  } catch (error) {
    throw toCommandError(error);
  }
}

type Entry = [name: string, value: unknown];

function onlyEntry(value: unknown, what: string): Entry {
  const [entry, ...others] = isPlainObject(value) ? Object.entries(value) : [];
  if (entry && others.length === 0) return entry;
  throw new CommandError('BadValue', `${what} must be an object with exactly one field`);
}

const QUERY_STAGES = ['$match', '$sort', '$skip', '$limit'];

/** Reads `$match`, `$sort`, `$skip` and `$limit` at the front, in this order, as one query that may use an index. */
function splitPipeline(stages: readonly Entry[]): { query: FindInput; rest: readonly Entry[] } {
  const places = stages.map(([name]) => QUERY_STAGES.indexOf(name));
  const other = places.findIndex((place, i) => place <= (places[i - 1] ?? -1));
  const end = other === -1 ? stages.length : other;
  const { $match = {}, $sort, $skip = 0, $limit } = Object.fromEntries(stages.slice(0, end)) as Document;
  const limit = $limit === undefined ? 0 : limitOf($limit);
  const query = { filter: $match as Document, sort: parseSort($sort), skip: skipOf($skip), limit };
  return { query, rest: stages.slice(end) };
}

/** Returns the `_id` of the group that drivers use for `countDocuments`; undefined for any other stages. */
function countIdOf([stage, ...others]: readonly Entry[]): number | undefined {
  const { _id, n, ...rest } = stage?.[0] === '$group' && isPlainObject(stage[1]) ? stage[1] : {};
  const isCount = isPlainObject(n) && n.$sum === 1 && Object.keys({ ...n, ...rest }).length === 1;
  return others.length === 0 && isCount && typeof _id === 'number' ? _id : undefined;
}

/** Groups in the order in which the groups first appear. Mingo's `$group` separates a Long from the equal number. */
function group(docs: Document[], spec: unknown): Document[] {
  if (!isPlainObject(spec) || !('_id' in spec))
    throw new CommandError('BadValue', 'a group specification must include an _id');
  const { _id, ...rest } = spec;
  const fields = Object.entries(rest).map(([name, field]) => [name, readAccumulator(name, field)] as const);
  const ids = evaluateAll(docs, _id).map((id) => id ?? null);
  const groups = Map.groupBy(docs.keys(), (i) => sortKey(ids[i]));
  return [...groups.values()].map((members) => {
    const of = (i: number) => docs[i]!;
    const values = fields.map(([name, compute]) => [name, compute(members.map(of))] as const);
    return { _id: ids[members[0]!], ...Object.fromEntries(values) };
  });
}

function evaluateAll(docs: Document[], expression: unknown): unknown[] {
  assertSimple(expression);
  return docs.map((doc) => evaluate(doc, expression));
}

function readAccumulator(name: string, field: unknown): (docs: Document[]) => unknown {
  const [operator, operand] = onlyEntry(field, `the accumulator of '${name}'`);
  if (!operator.startsWith('$'))
    throw new CommandError('BadValue', `The field '${name}' must specify one accumulator`);
  if (!Object.hasOwn(ACCUMULATORS, operator)) throw unsupported(`accumulator ${operator}`);
  return (docs) => ACCUMULATORS[operator]!(evaluateAll(docs, operand));
}

function skipOf(spec: unknown): number {
  const skip = toNumber(spec, -1);
  if (skip < 0) throw new CommandError('BadValue', 'the argument to $skip must be a non-negative number');
  return skip;
}

function limitOf(spec: unknown): number {
  const limit = toNumber(spec, 0);
  if (limit <= 0) throw new CommandError('BadValue', 'the limit must be positive');
  return limit;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Returns the numbers among the values, a Long as a number; other types are skipped, as in MongoDB. */
function numbersIn(values: readonly unknown[]): number[] {
  if (values.some((value) => value instanceof Decimal128)) throw unsupported('arithmetic on Decimal128');
  return values
    .filter((value) => !Number.isNaN(toNumber(value, Number.NaN)))
    .map((value) => toNumber(value, 0));
}

function extreme(values: readonly unknown[], sign: 1 | -1): unknown {
  const present = values.filter((value) => value !== null && value !== undefined);
  if (present.length === 0) return null;
  return present.reduce((best, value) => (sign * compareValues(value, best) > 0 ? value : best));
}
