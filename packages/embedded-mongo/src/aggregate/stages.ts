import type { Document } from 'bson';
import { evalExpr } from 'mingo/core';
import { Lazy, type Iterator as LazyIterator } from 'mingo/lazy';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.ts';
import { findRows } from '../query/find.ts';
import { libraryOptions } from '../query/library.ts';
import { compileFilter } from '../query/matcher.ts';
import { parseSort, sortDocuments } from '../query/sort.ts';
import type { CollectionView } from '../storage/view.ts';
import { toComputable, toNumber } from '../values/codec.ts';
import type { Collation } from '../values/collation.ts';
import { valuesAt } from '../values/paths.ts';
import { sortKey } from '../values/sort-key.ts';

/** What a pipeline can reach beside its own collection. */
export interface PipelineContext {
  /** A collection of the same database. */
  readonly viewOf: (name: string) => CollectionView;
  readonly collation?: Collation;
  /** The index that the first stages shall read. */
  readonly hint?: unknown;
  readonly variables?: Document;
}

/** How a stage runs a pipeline of its own. */
export interface PipelineRunner {
  readonly runPipeline: (view: CollectionView, pipeline: Document[], context: PipelineContext) => Document[];
  readonly runStages: (docs: Document[], stages: Document[], context: PipelineContext) => Document[];
}

type Stage = (input: LazyIterator, spec: never) => LazyIterator;

/** Pipeline stages that this store does itself: BSON order, indexes, and other collections. */
export function stageOverrides(context: PipelineContext, runner: PipelineRunner): Record<string, Stage> {
  return {
    $match: (input, spec: Document) => {
      const test = compileFilter(spec, context.collation, context.variables);
      return input.filter((doc) => test(doc as Document));
    },
    $sort: (input, spec: Document) => {
      const sort = parseSort(spec);
      return input.transform((docs) =>
        Lazy(sortDocuments(docs as Document[], (doc) => doc, sort, context.collation)),
      );
    },
    $bucket: (input, spec: Document) =>
      input.transform((docs) => Lazy(bucket(docs as Document[], spec, context, runner))),
    $sample: (input, spec: Document) => input.transform((docs) => Lazy(sample(docs, toNumber(spec.size, 0)))),
    $lookup: (input, spec: Document) => input.map(lookup(spec, context, runner)),
    $unionWith: (input, spec: Document | string) =>
      input.transform((docs) => Lazy([...docs, ...union(spec, context, runner)])),
  };
}

const OUTSIDE = '$bucket: outside';

/** `$bucket` as the `$group` that it stands for. */
function bucket(
  docs: Document[],
  spec: Document,
  context: PipelineContext,
  runner: PipelineRunner,
): Document[] {
  const { groupBy, boundaries, output = { count: { $sum: 1 } } } = spec;
  if (!Array.isArray(boundaries) || boundaries.length < 2) {
    throw new CommandError('BadValue', '$bucket needs at least two boundaries');
  }
  const branches = boundaries.slice(0, -1).map((low, i) => ({
    case: { $and: [{ $gte: [groupBy, low] }, { $lt: [groupBy, boundaries[i + 1]] }] },
    // biome-ignore lint/suspicious/noThenProperty: the name that $switch has for it
    then: { $literal: low },
  }));
  const _id = { $switch: { branches, default: { $literal: 'default' in spec ? spec.default : OUTSIDE } } };
  const groups = runner.runStages(docs, [{ $group: { _id, ...output } }, { $sort: { _id: 1 } }], context);
  if (groups.some((group) => group._id === OUTSIDE)) {
    throw new CommandError('BadValue', '$bucket could not find a bucket for a value, and has no default');
  }
  return groups;
}

function sample(docs: readonly unknown[], size: number): unknown[] {
  const pool = [...docs];
  const count = Math.min(size, pool.length);
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(Math.random() * (pool.length - i));
    [pool[i], pool[j]] = [pool[j], pool[i]];
  }
  return pool.slice(0, count);
}

function union(spec: Document | string, context: PipelineContext, runner: PipelineRunner): Document[] {
  const { coll, pipeline = [] } = typeof spec === 'string' ? { coll: spec } : spec;
  if (typeof coll !== 'string') return runner.runStages([], pipeline as Document[], context);
  return runner
    .runPipeline(context.viewOf(coll), pipeline as Document[], { ...context, hint: undefined })
    .map(toComputable);
}

/** `$lookup` in both of its forms: equality of two fields, and a pipeline with `let`. */
function lookup(
  spec: Document,
  context: PipelineContext,
  runner: PipelineRunner,
): (doc: unknown) => Document {
  const { from, localField, foreignField, as, let: variables, pipeline } = spec;
  if (typeof from !== 'string' || typeof as !== 'string') {
    throw new CommandError('FailedToParse', "$lookup needs 'from' and 'as'");
  }
  const view = context.viewOf(from);
  const byField = foreignField ? fieldJoin(view, String(foreignField)) : null;
  const options = libraryOptions(context.variables) as Options;
  return (doc) => {
    const local = doc as Document;
    let joined: Document[];
    if (!pipeline) joined = byField ? byField(valuesAt(local, String(localField))) : [];
    else {
      const scope: Document = { ...context.variables };
      for (const [name, expr] of Object.entries((variables ?? {}) as Document)) {
        scope[name] = evalExpr(local, expr, options) ?? null;
      }
      const inner = { ...context, hint: undefined, variables: scope };
      joined = byField
        ? runner.runStages(byField(valuesAt(local, String(localField))), pipeline as Document[], inner)
        : runner.runPipeline(view, pipeline as Document[], inner);
    }
    const copy = { ...local };
    assignPath(copy, as.split('.'), joined.map(toComputable));
    return copy;
  };
}

/** Finds the foreign documents for local values: through an index, else through a table made once. */
function fieldJoin(view: CollectionView, foreignField: string): (values: unknown[]) => Document[] {
  const isIndexed = view.indexes.some(({ fields, spec }) => {
    return fields[0]?.[0] === foreignField && !spec.sparse && !spec.partialFilterExpression;
  });
  let table: Map<string, Document[]> | null = null;
  return (values) => {
    const wanted = [...new Map(values.flat(1).map((value) => [sortKey(value), value ?? null])).values()];
    if (isIndexed) {
      return findRows(view, { filter: { [foreignField]: { $in: wanted } } }).rows.map((row) =>
        toComputable(row.doc),
      );
    }
    table ??= tableBy(view, foreignField);
    const found = new Set(wanted.flatMap((value) => table!.get(sortKey(value)) ?? []));
    return [...found].map(toComputable);
  };
}

function tableBy(view: CollectionView, field: string): Map<string, Document[]> {
  const table = new Map<string, Document[]>();
  for (const { doc } of view.rows({ kind: 'scan' })) {
    for (const key of new Set(
      valuesAt(doc, field)
        .flat(1)
        .map((value) => sortKey(value)),
    )) {
      const docs = table.get(key);
      if (docs) docs.push(doc);
      else table.set(key, [doc]);
    }
  }
  return table;
}

function assignPath(doc: Document, [part, ...rest]: string[], value: unknown): void {
  if (part === undefined) return;
  if (rest.length === 0) {
    doc[part] = value;
    return;
  }
  const child: Document = { ...(doc[part] as Document | undefined) };
  doc[part] = child;
  assignPath(child, rest, value);
}
