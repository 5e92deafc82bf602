import type { Document } from 'bson';
import type { SecondaryIndex } from '../storage/secondary-index.ts';
import type { KeyRange } from '../storage/sorted-list.ts';
import type { Collation } from '../values/collation.ts';
import { invertKey, prefixEnd, RANK, rankOf, sortKey } from '../values/sort-key.ts';
import { isOperatorSet } from './matcher.ts';

export type SortSpec = readonly (readonly [path: string, direction: 1 | -1])[];

/** A way to read a collection through one index. */
export interface IndexPlan {
  readonly kind: 'index';
  readonly index: SecondaryIndex;
  readonly ranges: readonly KeyRange[];
  readonly reverse: boolean;
  readonly providesSort: boolean;
  /** How many index keys the ranges hold. */
  readonly keys: number;
}

/** How to find the candidates of a query; the filter is always applied to them afterwards. */
export type Plan =
  | IndexPlan
  | { readonly kind: 'or'; readonly branches: readonly IndexPlan[] }
  | { readonly kind: 'scan' };

/** A place in key order: before or after everything that begins with the prefix. */
interface Edge {
  readonly prefix: string;
  readonly after: boolean;
}
interface Interval {
  readonly from: Edge;
  readonly to: Edge;
  readonly isPoint: boolean;
}

const MAX_RANGES = 1000;

/** The conditions of a filter that must all hold, by path: `$and` is unfolded, `$or` and `$expr` are left out. */
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

/** Chooses the plan that reads the fewest keys; `scan` when no index helps. */
export function choosePlan(
  indexes: readonly SecondaryIndex[],
  filter: Document,
  sort: SortSpec,
  collation: Collation,
): Plan {
  const conditions = conditionsByPath(filter);
  let best: IndexPlan | null = null;
  for (const index of indexes) {
    const plan = planFor(index, conditions, sort, collation);
    if (plan && (!best || isBetter(plan, best))) best = plan;
  }
  const branches = Array.isArray(filter.$or) ? filter.$or : [];
  if (branches.length > 0 && (!best || best.ranges[0]!.low === undefined)) {
    const plans = branches.map((branch) => choosePlan(indexes, branch as Document, [], collation));
    if (plans.every((plan) => plan.kind === 'index')) return { kind: 'or', branches: plans };
  }
  return best ?? { kind: 'scan' };
}

function isBetter(plan: IndexPlan, other: IndexPlan): boolean {
  const [cost, otherCost] = [costOf(plan), costOf(other)];
  return cost < otherCost || (cost === otherCost && plan.index.fields.length > other.index.fields.length);
}

/** Keys to read, and a share for sorting them afterwards. */
function costOf(plan: IndexPlan): number {
  return plan.providesSort ? plan.keys : plan.keys * 1.5;
}

/** The plan that an index gives for a query, or null when it does not help or may not be used. */
export function planFor(
  index: SecondaryIndex,
  conditions: ReadonlyMap<string, Document[]>,
  sort: SortSpec,
  collation: Collation,
): IndexPlan | null {
  if (index.collation.name !== collation.name) return null;
  if (!coversEveryMatch(index, conditions)) return null;
  let prefixes = [''];
  let used = 0;
  let last: Interval[] | null = null;
  for (const [path, direction] of index.fields) {
    const intervals = intervalsFor(conditions.get(path) ?? [], index, path);
    if (!intervals || prefixes.length * intervals.length > MAX_RANGES) break;
    used++;
    if (!intervals.every((interval) => interval.isPoint)) {
      last = intervals;
      break;
    }
    const parts = intervals.map(({ from }) => (direction === 1 ? from.prefix : invertKey(from.prefix)));
    prefixes =
      parts.length === 1
        ? prefixes.map((p) => p + parts[0])
        : prefixes.flatMap((p) => parts.map((q) => p + q));
  }
  const isSingle = prefixes.length === 1 && (last?.length ?? 1) === 1;
  const order = isSingle ? sortOrder(index, sort, last ? used - 1 : used, conditions) : 0;
  if (used === 0 && order === 0) return null;
  const ranges = prefixes.flatMap((prefix) => rangesUnder(prefix, last, index.fields[used - 1]?.[1] ?? 1));
  const keys = ranges.reduce((sum, range) => sum + index.entries.count(range), 0);
  return { kind: 'index', index, ranges, reverse: order === -1, providesSort: order !== 0, keys };
}

function rangesUnder(prefix: string, intervals: Interval[] | null, direction: 1 | -1): KeyRange[] {
  if (!intervals) {
    return [prefix === '' ? { low: undefined, high: undefined } : { low: prefix, high: prefixEnd(prefix) }];
  }
  return intervals.map(({ from, to }) => {
    const [first, second] = direction === 1 ? [from, to] : [inverted(to), inverted(from)];
    return { low: keyOf(prefix, first), high: keyOf(prefix, second) };
  });
}

function inverted(edge: Edge): Edge {
  return { prefix: invertKey(edge.prefix), after: !edge.after };
}

function keyOf(prefix: string, edge: Edge): string | undefined {
  return edge.after ? prefixEnd(prefix + edge.prefix) : prefix + edge.prefix;
}

/** 1 or -1 when reading the index (backwards) gives the sort; 0 when not. `bound` fields are fixed to a point. */
function sortOrder(
  index: SecondaryIndex,
  sort: SortSpec,
  bound: number,
  conditions: ReadonlyMap<string, Document[]>,
): 0 | 1 | -1 {
  // A multikey index holds a document several times, a sparse or partial one not always.
  if (sort.length === 0 || index.multikey || index.spec.sparse) return 0;
  const fixed = new Set(index.fields.slice(0, bound).map(([path]) => path));
  const wanted = sort.filter(([path]) => !(fixed.has(path) && conditions.has(path)));
  const given = index.fields.slice(bound);
  if (wanted.length > given.length) return 0;
  let order: 0 | 1 | -1 = 0;
  for (const [i, [path, direction]] of wanted.entries()) {
    if (given[i]![0] !== path) return 0;
    const turn = given[i]![1] === direction ? 1 : -1;
    if (order !== 0 && turn !== order) return 0;
    order = turn;
  }
  return order === 0 ? 1 : order;
}

/** Whether the index holds every document that the filter can match. */
function coversEveryMatch(index: SecondaryIndex, conditions: ReadonlyMap<string, Document[]>): boolean {
  if (index.spec.sparse && !index.fields.some(([path]) => impliesPresence(conditions.get(path))))
    return false;
  const partial = index.spec.partialFilterExpression;
  if (!partial) return true;
  for (const [path, needed] of conditionsByPath(partial)) {
    const given = conditions.get(path);
    if (!given || !needed.every((need) => implies(given, need))) return false;
  }
  return !Object.keys(partial).some((name) => name.startsWith('$') && name !== '$and');
}

function impliesPresence(given: Document[] | undefined): boolean {
  return (given ?? []).some((condition) =>
    Object.entries(condition).some(([operator, operand]) => {
      if (operator === '$exists') return Boolean(operand);
      if (operator === '$in')
        return !(operand as unknown[]).some((item) => item === null || item === undefined);
      return ['$eq', '$gt', '$gte', '$lt', '$lte'].includes(operator) && rankOf(operand) > RANK.null;
    }),
  );
}

function implies(given: Document[], need: Document): boolean {
  return Object.entries(need).every(([operator, operand]) => {
    if (operator === '$exists' && operand) return impliesPresence(given);
    const key = sortKey(operand);
    return given.some((condition) => {
      if (operator in condition && sortKey(condition[operator]) === key) return true;
      return operator === '$type' && operand === 'string' && typeof condition.$eq === 'string';
    });
  });
}

/** The intervals of one field in ascending order of keys; null when the conditions set no bounds. */
function intervalsFor(conditions: Document[], index: SecondaryIndex, path: string): Interval[] | null {
  let points: Interval[] | null = null;
  let range: Interval | null = null;
  for (const condition of conditions) {
    for (const [operator, operand] of Object.entries(condition)) {
      const fold = index.collation.fold;
      if (operator === '$eq' && isIndexable(operand, path)) points ??= [point(sortKey(operand, fold))];
      else if (
        operator === '$in' &&
        Array.isArray(operand) &&
        operand.every((item) => isIndexable(item, path))
      ) {
        points ??= [...new Set(operand.map((item) => sortKey(item, fold)))].sort().map(point);
      } else if (operator in BOUNDS && isRangeable(operand)) {
        const next = BOUNDS[operator]!(sortKey(operand, fold));
        // Two bounds on an array field may be met by two different elements.
        range = range && !index.multikey ? intersect(range, next) : (range ?? next);
      }
    }
  }
  return points ?? (range ? [range] : null);
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

function point(key: string): Interval {
  return { from: { prefix: key, after: false }, to: { prefix: key, after: true }, isPoint: true };
}

function typeStart(key: string): Edge {
  return { prefix: key[0]!, after: false };
}

function typeEnd(key: string): Edge {
  return { prefix: key[0]!, after: true };
}

const BOUNDS: Readonly<Record<string, (key: string) => Interval>> = {
  $gt: (key) => ({ from: { prefix: key, after: true }, to: typeEnd(key), isPoint: false }),
  $gte: (key) => ({ from: { prefix: key, after: false }, to: typeEnd(key), isPoint: false }),
  $lt: (key) => ({ from: typeStart(key), to: { prefix: key, after: false }, isPoint: false }),
  $lte: (key) => ({ from: typeStart(key), to: { prefix: key, after: true }, isPoint: false }),
};

function intersect(a: Interval, b: Interval): Interval {
  const later = (keyOf('', a.from) ?? '\uffff') > (keyOf('', b.from) ?? '\uffff') ? a.from : b.from;
  const sooner = (keyOf('', a.to) ?? '\uffff') < (keyOf('', b.to) ?? '\uffff') ? a.to : b.to;
  return { from: later, to: sooner, isPoint: false };
}
