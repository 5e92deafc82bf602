import { type Document, Long } from 'bson';
import { Context } from 'mingo/core';
import { $and, $or } from 'mingo/operators/query/logical';
import { Query } from 'mingo/query';
import type { QueryOperator } from 'mingo/types';
import { CommandError, toCommandError, unsupported } from './errors.ts';
import { choosePlan, type IndexPlan, type Plan } from './plan.ts';
import type { Collection, Row } from './storage/collection.ts';
import { anyAt, compareKeys, isPlainObject, RANK, rankOf, sortKey, valuesAt } from './values.ts';

/** A test of documents. */
type Predicate = (doc: Document) => boolean;
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

export type SortSpec = readonly (readonly [path: string, direction: 1 | -1])[];

/** Reads a sort document such as `{endTime: -1, _id: 1}`. Throws TypeMismatch, BadValue, CommandNotSupported. */
export function parseSort(spec: unknown): SortSpec {
  if (spec === undefined || spec === null) return [];
  if (!isPlainObject(spec)) throw new CommandError('TypeMismatch', 'sort must be an object');
  return Object.entries(spec).map(([path, direction]): [string, 1 | -1] => {
    if (path.startsWith('$')) throw unsupported(`a sort by ${path}`);
    const value = Long.isLong(direction) ? direction.toNumber() : direction;
    if (value === 1 || value === -1) return [path, value];
    throw new CommandError('BadValue', `embedded store: sort by ${path} must be 1 or -1`);
  });
}

/** Sorts stably in BSON's order; mingo's `$sort` orders ObjectIds and Longs behind all other types. */
export function sortDocuments<T>(items: readonly T[], docOf: (item: T) => Document, sort: SortSpec): T[] {
  const keyed = items.map((item) => ({ item, keys: sort.map((field) => extremeKey(docOf(item), field)) }));
  keyed.sort((a, b) => {
    const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
    return at === -1 ? 0 : sort[at]![1] * compareKeys(a.keys[at]!, b.keys[at]!);
  });
  return keyed.map(({ item }) => item);
}

/** Encodes an array as its smallest element upwards and as its largest downwards; an empty one is below null. */
function extremeKey(doc: Document, [path, direction]: SortSpec[number]): string {
  const keys = valuesAt(doc, path).flat(1).map(sortKey);
  if (keys.length === 0) return String.fromCharCode(RANK.undefined);
  return keys.reduce((best, key) => (direction * compareKeys(key, best) < 0 ? key : best));
}

export interface FindInput {
  readonly filter: Document;
  readonly sort?: SortSpec;
  readonly skip?: number;
  /** 0 or absent: no limit. */
  readonly limit?: number;
}

interface FindResult {
  readonly rows: Row[];
  readonly plan: Plan;
  /** Whether the rows had to be sorted in memory. */
  readonly isSorted: boolean;
  readonly docsExamined: number;
}

/** Runs a query: plan, filter, sort, skip, limit. A missing collection reads as empty. Throws BadValue for a malformed query. */
export function findRows(collection: Collection | undefined, input: FindInput): FindResult {
  const { filter, sort = [], skip = 0, limit = 0 } = input;
  const test = compileFilter(filter);
  const plan = collection ? choosePlan(collection, filter, sort) : null;
  const isInOrder = sort.length === 0 || (plan?.kind === 'index' && plan.providesSort);
  const enough = isInOrder && limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  const rows: Row[] = [];
  let docsExamined = 0;
  for (const row of collection?.read(plan) ?? []) {
    docsExamined++;
    if (test(row.doc) && rows.push(row) >= enough) break;
  }
  const ordered = isInOrder ? rows : sortDocuments(rows, (row) => row.doc, sort);
  const page = ordered.slice(skip, limit > 0 ? skip + limit : undefined);
  return { rows: page, plan, isSorted: !isInOrder, docsExamined };
}

/** Counts the documents that a query finds; all of a collection are counted without reading them. */
export function countRows(collection: Collection | undefined, input: FindInput): number {
  const isWhole = Object.keys(input.filter).length === 0 && !input.skip && !input.limit;
  return isWhole ? (collection?.size ?? 0) : findRows(collection, input).rows.length;
}

/** Runs a query and describes the stages of its plan, and how much it read. */
export function explainFind(ns: string, collection: Collection | undefined, input: FindInput): Document {
  const { plan, rows, isSorted, docsExamined } = findRows(collection, input);
  let stage: Document = { stage: 'COLLSCAN', direction: 'forward' };
  if (plan?.kind === 'index') stage = { stage: 'FETCH', inputStage: indexStage(plan) };
  else if (plan)
    stage = { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: plan.branches.map(indexStage) } };
  if (isSorted) stage = { stage: 'SORT', inputStage: stage };
  return {
    queryPlanner: { namespace: ns, parsedQuery: input.filter, winningPlan: stage, rejectedPlans: [] },
    executionStats: {
      executionSuccess: true,
      nReturned: rows.length,
      totalKeysExamined: plan ? docsExamined : 0,
      totalDocsExamined: docsExamined,
      executionStages: { ...stage, nReturned: rows.length },
    },
    ok: 1,
  };
}

function indexStage({ index: { spec, isMultikey } }: IndexPlan): Document {
  const { key, name, unique } = spec;
  return {
    stage: 'IXSCAN',
    keyPattern: key,
    indexName: name,
    isMultiKey: isMultikey,
    isUnique: unique === true,
  };
}
