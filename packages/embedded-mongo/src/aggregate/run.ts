import type { Document } from 'bson';
import { Aggregator } from 'mingo/aggregator';
import { CommandError, toCommandError, unsupported } from '../errors.ts';
import { type FindInput, type FindResult, findRows } from '../query/find.ts';
import { libraryOptions } from '../query/library.ts';
import { libraryComparisons } from '../query/matcher.ts';
import { parseSort } from '../query/sort.ts';
import type { CollectionView } from '../storage/view.ts';
import { isPlainObject, toComputable, toNumber } from '../values/codec.ts';
import { SIMPLE } from '../values/collation.ts';
import { type PipelineContext, stageOverrides } from './stages.ts';

/** The first stages of a pipeline that are a plain query, and the stages after them. */
interface Split {
  readonly query: FindInput;
  readonly rest: Document[];
}

const SCRIPTS = ['$function', '$accumulator', '$where'];
const WRITING_STAGES = ['$out', '$merge'];

/** Reads `$match`, `$sort`, `$skip` and `$limit` at the front, in this order, as one query that may use an index. */
function splitPipeline(pipeline: readonly Document[], context: Partial<PipelineContext>): Split {
  const query: { -readonly [K in keyof FindInput]: FindInput[K] } = { filter: {} };
  if (context.collation) query.collation = context.collation;
  if (context.variables) query.variables = context.variables;
  if (context.hint) query.hint = context.hint;
  const order = ['$match', '$sort', '$skip', '$limit'];
  let at = 0;
  let rank = 0;
  for (; at < pipeline.length; at++) {
    const stage = pipeline[at]!;
    const name = Object.keys(stage)[0] ?? '';
    const place = order.indexOf(name);
    // Matches that follow each other are one.
    const isFurtherMatch = name === '$match' && rank === 1;
    if ((place < rank && !isFurtherMatch) || Object.keys(stage).length !== 1) break;
    rank = place + 1;
    if (name === '$match')
      query.filter = isFurtherMatch ? { $and: [query.filter, stage.$match] } : stage.$match;
    else if (name === '$sort') query.sort = parseSort(stage.$sort);
    else if (name === '$skip') query.skip = toNumber(stage.$skip, 0);
    else {
      query.limit = toNumber(stage.$limit, 0);
      if (query.limit <= 0) throw new CommandError('BadValue', 'the limit must be positive');
    }
  }
  return { query, rest: pipeline.slice(at) };
}

/** Runs a pipeline over a view. Long values become numbers once a stage computes. Throws CommandError. */
export function runPipeline(
  view: CollectionView,
  pipeline: readonly Document[],
  context: PipelineContext,
): Document[] {
  const { query, rest } = splitPipeline(pipeline, context);
  if (rest.length > 0 && isCount(rest)) return counted(view, query, rest[0]!.$group as Document);
  // `$documents` brings its own input, the collection is not read.
  const reads = !(rest.length > 0 && '$documents' in rest[0]!);
  const docs = reads ? findRows(view, query).rows.map((row) => row.doc) : [];
  if (rest.length === 0) return docs;
  return runStages(docs.map(toComputable), rest, context);
}

/** Runs stages over documents that they may change. */
function runStages(docs: Document[], stages: readonly Document[], context: PipelineContext): Document[] {
  for (const stage of stages) {
    if (!isPlainObject(stage))
      throw new CommandError('TypeMismatch', 'each pipeline stage must be an object');
    const name = Object.keys(stage)[0] ?? '';
    if (WRITING_STAGES.includes(name)) throw unsupported(`aggregation stage ${name}`);
  }
  refuseScripts(stages);
  try {
    const options = libraryOptions(context.variables, {
      query: libraryComparisons(context.collation ?? SIMPLE),
      pipeline: stageOverrides(context, { runPipeline, runStages }),
    });
    const collectionResolver = (name: string) =>
      findRows(context.viewOf(name), { filter: {} }).rows.map((row) => toComputable(row.doc));
    // The library computes windows by its own $function; what came over the wire was searched for scripts.
    const runOptions = { ...options, collectionResolver, scriptEnabled: true };
    return new Aggregator([...stages], runOptions).run<Document>(docs);
  } catch (error) {
    throw toCommandError(error);
  }
}

function refuseScripts(value: unknown): void {
  if (Array.isArray(value)) value.forEach(refuseScripts);
  if (!isPlainObject(value)) return;
  for (const [name, operand] of Object.entries(value)) {
    if (SCRIPTS.includes(name)) throw unsupported(`server-side JavaScript (${name})`);
    refuseScripts(operand);
  }
}

/** Whether the stages are what drivers send for `countDocuments`. */
function isCount(stages: readonly Document[]): boolean {
  const group = stages.length === 1 ? (stages[0]!.$group as unknown) : undefined;
  if (!isPlainObject(group) || Object.keys(group).join() !== '_id,n') return false;
  const { _id, n } = group;
  return (
    (_id === null || typeof _id === 'number') &&
    isPlainObject(n) &&
    n.$sum === 1 &&
    Object.keys(n).length === 1
  );
}

function counted(view: CollectionView, query: FindInput, group: Document): Document[] {
  const isWhole = Object.keys(query.filter).length === 0 && !query.skip && !query.limit;
  const n = isWhole ? view.size() : findRows(view, query).rows.length;
  return n === 0 ? [] : [{ _id: group._id as unknown, n }];
}

/** Runs only the query in front of a pipeline, for `explain`. */
export function explainPipeline(
  view: CollectionView,
  pipeline: Document[],
): { query: FindInput; result: FindResult } {
  const { query } = splitPipeline(pipeline, {});
  return { query, result: findRows(view, query) };
}
