import type { Document } from 'bson';
import type { Collection, Row } from '../storage/collection.ts';
import { compileFilter } from './filter.ts';
import { choosePlan, type IndexPlan, type Plan } from './plan.ts';
import { type SortSpec, sortDocuments } from './sort.ts';

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
