import type { Document } from 'bson';
import type { CollectionView, Row } from '../storage/view.ts';
import { compileFilter } from './matcher.ts';
import { choosePlan, type Plan, type SortSpec } from './plan.ts';
import { sortDocuments } from './sort.ts';

export interface FindInput {
  readonly filter: Document;
  readonly sort?: SortSpec;
  readonly skip?: number;
  /** 0 or absent: no limit. */
  readonly limit?: number;
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
  const { filter, sort = [], skip = 0, limit = 0 } = input;
  const test = compileFilter(filter);
  const plan = choosePlan(view.indexes, filter, sort);
  const inOrder = sort.length === 0 || (view.ordered && plan.kind === 'index' && plan.providesSort);
  const enough = inOrder && limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  const rows: Row[] = [];
  let docsExamined = 0;
  for (const row of view.rows(plan)) {
    docsExamined++;
    if (test(row.doc) && rows.push(row) >= enough) break;
  }
  const ordered = inOrder ? rows : sortDocuments(rows, (row) => row.doc, sort);
  const page = skip > 0 || limit > 0 ? ordered.slice(skip, limit > 0 ? skip + limit : undefined) : ordered;
  return { rows: page, plan, sorted: !inOrder, docsExamined };
}

/** How many documents a query finds; all of a collection are counted without reading them. */
export function countRows(view: CollectionView, input: FindInput): number {
  const isWhole = Object.keys(input.filter).length === 0 && !input.skip && !input.limit;
  return isWhole ? view.size() : findRows(view, input).rows.length;
}
