import type { Document } from 'bson';
import { Context, ProcessingMode } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as projections from 'mingo/operators/projection';
import * as queries from 'mingo/operators/query';
import * as windows from 'mingo/operators/window';
import type { Options } from 'mingo/types';
import { unsupported } from '../errors.ts';
import { BSON_ACCUMULATORS, BSON_EXPRESSIONS } from './expressions.ts';

type ContextInit = NonNullable<Parameters<typeof Context.init>[0]>;

const refuseStage = (name: string) => () => {
  throw unsupported(`aggregation stage ${name}`);
};
const UNSUPPORTED_STAGES = [
  '$changeStream',
  '$collStats',
  '$currentOp',
  '$geoNear',
  '$indexStats',
  '$listSessions',
  '$search',
  '$vectorSearch',
];
const REFUSED = Object.fromEntries(UNSUPPORTED_STAGES.map((name) => [name, refuseStage(name)]));

/** What a caller puts in the place of the library's own operators. */
export interface Overrides {
  readonly query?: Record<string, unknown>;
  readonly pipeline?: Record<string, unknown>;
}

/** Options for the query library (mingo) with variables (`let`) and this store's operators. */
export function libraryOptions(variables: Document = {}, overrides: Overrides = {}): Partial<Options> {
  const context = Context.init({
    accumulator: { ...accumulators, ...BSON_ACCUMULATORS },
    expression: { ...expressions, ...BSON_EXPRESSIONS },
    projection: projections,
    window: windows,
    query: { ...queries, ...overrides.query },
    pipeline: { ...stages, ...REFUSED, ...overrides.pipeline },
  } as unknown as ContextInit);
  return { idKey: '_id', processingMode: ProcessingMode.CLONE_OFF, scriptEnabled: false, context, variables };
}
