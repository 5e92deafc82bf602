import type { Document } from 'bson';
import { isOperatorSet, type SortSpec } from './query.ts';
import type { Collection, IndexTable, KeyQuery } from './storage/collection.ts';
import { RANK, rankOf, sortKey } from './values.ts';

/** A query of one index: SQLite finds the keys, in the order of the sort when the index holds its fields. */
export interface IndexPlan extends KeyQuery {
  readonly kind: 'index';
  readonly index: IndexTable;
  /** The query without its order, to count with. */
  readonly unordered: string;
  /** How many columns the conditions bound; 0 for a whole index that is read for its order. */
  readonly bounded: number;
  /** Whether the keys come in the order of the sort. */
  readonly providesSort: boolean;
  /** Whether the index has that order itself, so that a limited query reads no more than it needs. */
  readonly isNatural: boolean;
}

/** How to find the documents that may match a query; null reads all. The filter is always applied to them afterwards. */
export type Plan = IndexPlan | OrPlan | null;

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

/** Chooses by the number of keys, half as many again for a plan that has to sort them, then by the bounded columns. */
function cheapest(collection: Collection, plans: readonly IndexPlan[]): IndexPlan {
  const costs = plans.map((plan) => {
    const query = { sql: plan.unordered, values: plan.values };
    const keys = plan.bounded > 0 ? collection.countKeys(query, MAX_COUNTED) : collection.size;
    return { plan, cost: plan.isNatural ? keys : keys * 1.5 };
  });
  costs.sort((a, b) => a.cost - b.cost || b.plan.bounded - a.plan.bounded);
  return costs[0]!.plan;
}

/** Returns the plan that an index gives for a query, or null when it does not help. */
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

/** Returns whether the sort follows the columns of an index, forwards or backwards, apart from those with one value. */
function isNatural(index: IndexTable, bounds: readonly Bounds[], sort: SortSpec): boolean {
  const free = index.fields.filter((_, i) => !bounds[i]?.isPoint);
  const wanted = sort.filter(([path]) => free.some(([field]) => field === path));
  const turns = wanted.map(([path, direction], i) => (free[i]![0] === path ? direction * free[i]![1] : 0));
  return turns.every((turn) => turn !== 0 && turn === turns[0]);
}

/** Returns what the conditions on a path say of an index's column; null when they bound nothing. */
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
  const ranges = entries.filter(([operator, operand]) => RANGES.has(operator) && isRangeable(operand));
  // Two bounds on an array field may be met by two different elements.
  const used = index.isMultikey ? ranges.slice(0, 1) : ranges;
  if (used.length === 0) return null;
  return {
    isPoint: false,
    terms: used.flatMap(([operator]) => RANGES.get(operator)!),
    values: used.flatMap(([operator, operand]) => rangeValues(operator, sortKey(operand))),
  };
}

/** A range keeps to the type of its operand: all keys of a type begin with its rank. */
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
