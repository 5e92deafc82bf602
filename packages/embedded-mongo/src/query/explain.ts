import type { Document } from 'bson';
import type { FindResult } from './find.ts';
import type { IndexPlan } from './plan.ts';

function indexStage({ index, reverse }: IndexPlan): Document {
  return {
    stage: 'IXSCAN',
    keyPattern: index.spec.key,
    indexName: index.spec.name,
    isMultiKey: index.multikey,
    isUnique: index.spec.unique === true,
    direction: reverse ? 'backward' : 'forward',
  };
}

/** The `explain` reply of a query that has run: the stages, and how much was read. */
export function explainFind(ns: string, filter: Document, result: FindResult): Document {
  const { plan, rows, sorted, docsExamined } = result;
  let stage: Document;
  if (plan.kind === 'scan') stage = { stage: 'COLLSCAN', direction: 'forward' };
  else if (plan.kind === 'index') stage = { stage: 'FETCH', inputStage: indexStage(plan) };
  else stage = { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: plan.branches.map(indexStage) } };
  if (sorted) stage = { stage: 'SORT', inputStage: stage };
  return {
    queryPlanner: { namespace: ns, parsedQuery: filter, winningPlan: stage, rejectedPlans: [] },
    executionStats: {
      executionSuccess: true,
      nReturned: rows.length,
      totalKeysExamined: plan.kind === 'scan' ? 0 : docsExamined,
      totalDocsExamined: docsExamined,
      executionStages: { ...stage, nReturned: rows.length },
    },
    ok: 1,
  };
}
