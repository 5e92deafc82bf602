import type { Document } from 'bson';
import type { SecondaryIndex } from '../storage/secondary-index.ts';
import type { KeyRange } from '../storage/sorted-list.ts';
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

/** How to find the documents that may match a query. The filter is always applied to them afterwards. */
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

/** The conditions of a filter that must all hold, by path: `$and` is unfolded, `$or` is left out. */
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
export function choosePlan(indexes: readonly SecondaryIndex[], filter: Document, sort: SortSpec): Plan {
  const conditions = conditionsByPath(filter);
  let best: IndexPlan | null = null;
  for (const index of indexes) {
    const plan = planFor(index, conditions, sort);
    if (plan && (!best || isBetter(plan, best))) best = plan;
  }
  const branches = Array.isArray(filter.$or) ? filter.$or : [];
  if (branches.length > 0 && (!best || best.ranges.some(({ low }) => low === undefined))) {
    const plans = branches.map((branch) => choosePlan(indexes, branch as Document, []));
    if (plans.every((plan) => plan.kind === 'index')) return { kind: 'or', branches: plans };
  }
  return best ?? { kind: 'scan' };
}

function isBetter(plan: IndexPlan, other: IndexPlan): boolean {
  const [cost, otherCost] = [costOf(plan), costOf(other)];
  return cost < otherCost || (cost === otherCost && plan.index.fields.length > other.index.fields.length);
}

/** How many keys are read; half as much again when the result must be sorted afterwards. */
function costOf(plan: IndexPlan): number {
  return plan.providesSort ? plan.keys : plan.keys * 1.5;
}

/** The part of an index that the conditions allow: single values of its first fields, then intervals of the next. */
interface Bounds {
  /** The beginnings of the keys, one for each combination of points. */
  readonly prefixes: readonly string[];
  /** How many fields the prefixes hold. */
  readonly points: number;
  /** The intervals of the field after the prefixes; null when the conditions set none. */
  readonly intervals: readonly Interval[] | null;
}

/** The plan that an index gives for a query, or null when it does not help. */
function planFor(
  index: SecondaryIndex,
  conditions: ReadonlyMap<string, Document[]>,
  sort: SortSpec,
): IndexPlan | null {
  const { prefixes, points, intervals } = boundsOf(index, conditions);
  const isSingle = prefixes.length === 1 && (intervals?.length ?? 1) === 1;
  const order = isSingle ? sortOrder(index, sort, points) : 0;
  if (points === 0 && !intervals && order === 0) return null;
  const ranges = prefixes.flatMap((prefix) => rangesUnder(prefix, intervals, index.fields[points]?.[1] ?? 1));
  const keys = ranges.reduce((sum, range) => sum + index.entries.count(range), 0);
  return { kind: 'index', index, ranges, reverse: order === -1, providesSort: order !== 0, keys };
}

function boundsOf(index: SecondaryIndex, conditions: ReadonlyMap<string, Document[]>): Bounds {
  let prefixes = [''];
  let points = 0;
  for (const [path, direction] of index.fields) {
    const intervals = intervalsFor(conditions.get(path) ?? [], index, path);
    if (!intervals || prefixes.length * intervals.length > MAX_RANGES) break;
    if (!intervals.every((interval) => interval.isPoint)) return { prefixes, points, intervals };
    const parts = intervals.map(({ from }) => (direction === 1 ? from.prefix : invertKey(from.prefix)));
    prefixes = prefixes.flatMap((prefix) => parts.map((part) => prefix + part));
    points++;
  }
  return { prefixes, points, intervals: null };
}

function rangesUnder(prefix: string, intervals: readonly Interval[] | null, direction: 1 | -1): KeyRange[] {
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

/** 1 or -1 when reading the index (backwards) gives the sort; 0 when not. The first `points` fields have one value. */
function sortOrder(index: SecondaryIndex, sort: SortSpec, points: number): 0 | 1 | -1 {
  // A multikey index holds a document under several keys, so its order is not the documents' order.
  if (sort.length === 0 || index.multikey) return 0;
  const fixed = new Set(index.fields.slice(0, points).map(([path]) => path));
  const wanted = sort.filter(([path]) => !fixed.has(path));
  const given = index.fields.slice(points);
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

/** The intervals of one field in ascending order of keys; null when the conditions set no bounds. */
function intervalsFor(conditions: Document[], index: SecondaryIndex, path: string): Interval[] | null {
  let points: Interval[] | null = null;
  let range: Interval | null = null;
  for (const [operator, operand] of conditions.flatMap((condition) => Object.entries(condition))) {
    if (operator === '$eq' || operator === '$in') points ??= pointsOf(operator, operand, path);
    else if (operator in BOUNDS && isRangeable(operand)) {
      const next = BOUNDS[operator]!(sortKey(operand));
      // Two bounds on an array field may be met by two different elements.
      range = range && !index.multikey ? intersect(range, next) : (range ?? next);
    }
  }
  return points ?? (range ? [range] : null);
}

function pointsOf(operator: '$eq' | '$in', operand: unknown, path: string): Interval[] | null {
  const values: unknown = operator === '$eq' ? [operand] : operand;
  if (!Array.isArray(values) || !values.every((value) => isIndexable(value, path))) return null;
  return [...new Set(values.map((value) => sortKey(value)))].sort().map(point);
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
