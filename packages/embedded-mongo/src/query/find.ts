import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import type { CollectionView, Row } from '../storage/view.ts';
import { type Collation, SIMPLE } from '../values/collation.ts';
import { sortKey } from '../values/sort-key.ts';
import { compileFilter } from './matcher.ts';
import { choosePlan, conditionsByPath, type Plan, planFor, type SortSpec } from './plan.ts';
import { sortDocuments } from './sort.ts';

export interface FindInput {
  readonly filter: Document;
  readonly sort?: SortSpec;
  readonly skip?: number;
  /** 0 or absent: no limit. */
  readonly limit?: number;
  readonly collation?: Collation;
  /** An index name, its key pattern, or `{$natural: 1}`. */
  readonly hint?: unknown;
  readonly variables?: Document;
}

export interface FindResult {
  readonly rows: Row[];
  readonly plan: Plan;
  /** Whether the rows had to be sorted in memory. */
  readonly sorted: boolean;
  readonly docsExamined: number;
}

/** Runs a query over a view: plan, filter, sort, skip, limit. Throws BadValue for a malformed one. */
export function findRows(view: CollectionView, input: FindInput): FindResult {
  const { filter, sort = [], skip = 0, limit = 0, collation = SIMPLE } = input;
  const test = compileFilter(filter, collation, input.variables);
  const plan = input.hint ? hintedPlan(view, input) : choosePlan(view.indexes, filter, sort, collation);
  const inOrder = sort.length === 0 || (view.ordered && plan.kind === 'index' && plan.providesSort);
  const enough = inOrder && limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  const rows: Row[] = [];
  let docsExamined = 0;
  for (const row of view.rows(plan)) {
    docsExamined++;
    if (test(row.doc) && rows.push(row) >= enough) break;
  }
  const ordered = inOrder ? rows : sortDocuments(rows, (row) => row.doc, sort, collation);
  const page = skip > 0 || limit > 0 ? ordered.slice(skip, limit > 0 ? skip + limit : undefined) : ordered;
  return { rows: page, plan, sorted: !inOrder, docsExamined };
}

function hintedPlan(view: CollectionView, { hint, filter, sort = [], collation = SIMPLE }: FindInput): Plan {
  if (typeof hint === 'object' && hint !== null && '$natural' in hint) return { kind: 'scan' };
  const wanted = typeof hint === 'string' ? null : sortKey(hint);
  const index = view.indexes.find(({ spec }) => (wanted ? sortKey(spec.key) === wanted : spec.name === hint));
  if (!index) {
    if (view.indexes.length === 0) return { kind: 'scan' };
    throw new CommandError('BadValue', 'error processing query: planner returned error: bad hint');
  }
  return planFor(index, conditionsByPath(filter), sort, collation) ?? { kind: 'scan' };
}
