import { type Document, Long } from 'bson';
import { Context } from 'mingo/core';
import { $and, $or } from 'mingo/operators/query/logical';
import { Query } from 'mingo/query';
import type { QueryOperator } from 'mingo/types';
import { CommandError, toCommandError, unsupported } from './errors.ts';
import type { Collection, IndexTable, KeyQuery, Row } from './storage/collection.ts';
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

/** Conditions of a field. Mingo's own compare by `toString` and ignore the order of keys; BSON does neither. */
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
function isOperatorSet(condition: unknown): condition is Document {
  return isPlainObject(condition) && (Object.keys(condition)[0]?.startsWith('$') ?? false);
}

/** Throws for an operator that this store does not support. */
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

type SortSpec = readonly (readonly [path: string, direction: 1 | -1])[];

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

/**
 * Encodes an array as its smallest element for ascending order and as its largest for descending; an empty array is
 * below null.
 */
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

/** Counts the documents that a query finds; counts a whole collection without reading it. */
export function countRows(collection: Collection | undefined, input: FindInput): number {
  const isWhole = Object.keys(input.filter).length === 0 && !input.skip && !input.limit;
  return isWhole ? (collection?.size ?? 0) : findRows(collection, input).rows.length;
}

/** Runs a query and describes the stages of its plan and the number of documents read. */
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

/** A query of one index: SQLite finds the keys, in the order of the sort when the index holds its fields. */
export interface IndexPlan extends KeyQuery {
  readonly kind: 'index';
  readonly index: IndexTable;
  /** The query without its order, for counting. */
  readonly unordered: string;
  /** Number of columns that the conditions bound; 0 for a whole index that is read for its order. */
  readonly bounded: number;
  /** Whether the keys are in the order of the sort. */
  readonly providesSort: boolean;
  /** Whether the index itself has that order, so that a limited query reads no more than it needs. */
  readonly isNatural: boolean;
}

/** How to find the documents that may match a query; null reads all. The filter is always applied to the result. */
type Plan = IndexPlan | OrPlan | null;

interface OrPlan extends KeyQuery {
  readonly kind: 'or';
  readonly branches: readonly IndexPlan[];
}

/** Conditions on one column of an index. */
interface Bounds {
  readonly isPoint: boolean;
  readonly terms: readonly string[];
  readonly values: readonly string[];
}

const MAX_POINTS = 1000;
/** SQLite's limit on a compound SELECT. */
const MAX_BRANCHES = 500;
/** Largest number of keys that the choice between plans counts. */
const MAX_COUNTED = 100;

/** Returns the conditions of a filter that must all hold, by path: `$and` is unfolded, `$or` is left out. */
export function conditionsByPath(filter: Document): Map<string, Document[]> {
  const found = new Map<string, Document[]>();
  const visit = (clause: Document) => {
    for (const [path, condition] of Object.entries(clause)) {
      if (path === '$and' && Array.isArray(condition)) condition.forEach(visit);
      else if (!path.startsWith('$')) {
        const literal = condition instanceof RegExp ? {} : { $eq: condition };
        const operators = isOperatorSet(condition) ? condition : literal;
        found.set(path, [...(found.get(path) ?? []), operators]);
      }
    }
  };
  visit(filter);
  return found;
}

/** Chooses the plan that reads the fewest keys; null when no index helps. */
export function choosePlan(collection: Collection, filter: Document, sort: SortSpec): Plan {
  const conditions = conditionsByPath(filter);
  const plans = collection.indexes.flatMap((index) => planFor(index, conditions, sort) ?? []);
  const best = plans.length > 1 ? cheapest(collection, plans) : plans[0];
  const branches: Document[] = Array.isArray(filter.$or) ? filter.$or : [];
  if (branches.length > 0 && branches.length <= MAX_BRANCHES && !best?.bounded) {
    const chosen = branches.map((branch) => choosePlan(collection, branch, []));
    if (chosen.every((plan) => plan?.kind === 'index')) {
      const sql = chosen.map((plan) => plan.sql).join(' UNION ');
      return { kind: 'or', branches: chosen, sql, values: chosen.flatMap((plan) => plan.values) };
    }
  }
  return best ?? null;
}

/**
 * Chooses the plan with the fewest keys (a plan that must sort counts 1.5 times), then the one with more bounded
 * columns.
 */
function cheapest(collection: Collection, plans: readonly IndexPlan[]): IndexPlan {
  const costs = plans.map((plan) => {
    const query = { sql: plan.unordered, values: plan.values };
    const keys = plan.bounded > 0 ? collection.countKeys(query, MAX_COUNTED) : collection.size;
    return { plan, cost: plan.isNatural ? keys : keys * 1.5 };
  });
  costs.sort((a, b) => a.cost - b.cost || b.plan.bounded - a.plan.bounded);
  return costs[0]!.plan;
}

/** Returns the plan that an index permits for a query, or null if the index does not help. */
function planFor(
  index: IndexTable,
  conditions: ReadonlyMap<string, Document[]>,
  sort: SortSpec,
): IndexPlan | null {
  const bounds: Bounds[] = [];
  for (const [path] of index.fields) {
    const next = boundsOf(conditions.get(path) ?? [], index, path);
    if (!next) break;
    bounds.push(next);
  }
  const columns = sort.map(([path]) => index.fields.findIndex(([field]) => field === path));
  const providesSort = sort.length > 0 && !index.isMultikey && !columns.includes(-1);
  if (bounds.length === 0 && !providesSort) return null;
  const where = bounds.flatMap(({ terms }, i) => terms.map((term) => `k${i} ${term}`)).join(' AND ');
  const distinct = index.isMultikey ? 'DISTINCT ' : '';
  const unordered = `SELECT ${distinct}row FROM ${index.name}${where && ` WHERE ${where}`}`;
  const order = columns.map((column, i) => `k${column}${sort[i]![1] === 1 ? '' : ' DESC'}`);
  return {
    kind: 'index',
    index,
    unordered,
    sql: providesSort ? `${unordered} ORDER BY ${order}` : unordered,
    values: bounds.flatMap(({ values }) => values),
    bounded: bounds.length,
    providesSort,
    isNatural: providesSort && isNatural(index, bounds, sort),
  };
}

/**
 * Returns whether the sort follows the columns of an index, forwards or backwards, apart from columns with one value.
 */
function isNatural(index: IndexTable, bounds: readonly Bounds[], sort: SortSpec): boolean {
  const free = index.fields.filter((_, i) => !bounds[i]?.isPoint);
  const wanted = sort.filter(([path]) => free.some(([field]) => field === path));
  const turns = wanted.map(([path, direction], i) => (free[i]![0] === path ? direction * free[i]![1] : 0));
  return turns.every((turn) => turn !== 0 && turn === turns[0]);
}

/** Returns the bounds that the conditions on a path put on an index's column, or null if they bound nothing. */
function boundsOf(conditions: readonly Document[], index: IndexTable, path: string): Bounds | null {
  const entries = conditions.flatMap((condition) => Object.entries(condition));
  for (const [operator, operand] of entries) {
    const points: unknown = operator === '$eq' ? [operand] : operator === '$in' ? operand : null;
    if (!Array.isArray(points) || points.length > MAX_POINTS) continue;
    if (!points.every((value) => isIndexable(value, path))) continue;
    const isPoint = points.length === 1;
    const terms = [isPoint ? '= ?' : `IN (${points.map(() => '?')})`];
    return { isPoint, terms, values: points.map(sortKey) };
  }
  const isRange = ([operator, operand]: [string, unknown]) => RANGES.has(operator) && isRangeable(operand);
  const ranges = entries.filter(isRange);
  // Two different elements of an array field may satisfy two bounds; one satisfies all of `$elemMatch`.
  const ofElement = entries
    .filter(([operator, operand]) => operator === '$elemMatch' && isOperatorSet(operand))
    .flatMap(([, operand]) => Object.entries(operand as Document).filter(isRange));
  const ofAny = index.isMultikey ? ranges.slice(0, 1) : ranges;
  const used = ofElement.length > 0 ? ofElement : ofAny;
  if (used.length === 0) return null;
  return {
    isPoint: false,
    terms: used.flatMap(([operator]) => RANGES.get(operator)!),
    values: used.flatMap(([operator, operand]) => rangeValues(operator, sortKey(operand))),
  };
}

/** A range covers only the type of its operand: all keys of a type begin with its rank. */
const RANGES = new Map([
  ['$gt', ['> ?', '< ?']],
  ['$gte', ['>= ?', '< ?']],
  ['$lt', ['>= ?', '< ?']],
  ['$lte', ['>= ?', '<= ?']],
]);

function rangeValues(operator: string, key: string): string[] {
  const rank = key.charCodeAt(0);
  return operator.startsWith('$g') ? [key, String.fromCharCode(rank + 1)] : [String.fromCharCode(rank), key];
}

function isIndexable(operand: unknown, path: string): boolean {
  const rank = rankOf(operand);
  if (rank === RANK.null) return !path.includes('.');
  return rank !== RANK.array && rank !== RANK.regex && rank !== RANK.other;
}

function isRangeable(operand: unknown): boolean {
  const rank = rankOf(operand);
  return ![RANK.null, RANK.array, RANK.regex, RANK.minKey, RANK.maxKey, RANK.other].some((r) => r === rank);
}
